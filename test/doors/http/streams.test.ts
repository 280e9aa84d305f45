import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { EventLog } from "../../../src/mcp/http/event-log.js";
import { readAllEvents, readEvents } from "../../support/event-reader.js";
import {
  type ByHand,
  begin,
  modernCall,
  OLDER,
  openSession,
  send,
  serveHttp,
  type TestServer,
  toolCall,
} from "../../support/http-server.js";
import { createWork, type Work } from "../../support/working-server.js";
import { tempWorkspace } from "../../support/workspace.js";

interface Scene {
  readonly server: TestServer;
  readonly work: Work;
  readonly session: Record<string, string>;
}

async function setUp(): Promise<Scene> {
  const work = createWork();
  const server = await serveHttp(tempWorkspace(), { createServer: work.createServer });
  return { server, work, session: await openSession(server) };
}

const progressToken = "p";
const older = ({ session }: Scene, id: number = 1): ByHand => ({
  headers: session,
  body: toolCall("work", {}, { id, meta: { progressToken } }),
});
const modern = (): ByHand => modernCall("work", {}, { meta: { progressToken } });
const progress = (done: number): object => ({
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken, progress: done },
});
const finished = (text: string): object => ({ id: 1, result: { content: [{ type: "text", text }] } });

describe("An answer", () => {
  it.each(["older", "modern"] as const)(
    "is JSON when nothing comes before it: %s [HTTP-10]",
    async (lane) => {
      const scene = await setUp();
      const { response } = begin(scene.server, lane === "older" ? older(scene) : modern());
      (await scene.work.next()).finish("done");
      const answer = await response;
      expect(answer.headers["content-type"]).toBe("application/json");
      answer.resume();
    },
  );

  it.each(["older", "modern"] as const)(
    "becomes a stream with the first progress: %s [HTTP-10]",
    async (lane) => {
      const scene = await setUp();
      const { response } = begin(scene.server, lane === "older" ? older(scene) : modern());
      const work = await scene.work.next();
      await work.tell(1);
      await work.tell(2);
      const answer = await response;
      expect(answer.headers).toMatchObject({
        "content-type": "text/event-stream",
        "cache-control": "no-store",
      });
      work.finish("done");
      const events = await readAllEvents(answer);
      const data = events.flatMap((event) => event.data ?? []);
      expect(data).toMatchObject([progress(1), progress(2), finished("done")]);
    },
  );

  it("of several messages becomes one stream with all their answers [HTTP-10]", async () => {
    const scene = await setUp();
    const ping = { jsonrpc: "2.0", id: "ping", method: "ping" };
    const body = [toolCall("work", {}, { meta: { progressToken } }), ping];
    const { response } = begin(scene.server, { headers: scene.session, body });
    const work = await scene.work.next();
    await work.tell(1);
    work.finish("done");
    const events = await readAllEvents(await response);
    const data = events.flatMap((event) => event.data ?? []);
    expect(data).toHaveLength(3);
    expect(data).toContainEqual({ jsonrpc: "2.0", id: "ping", result: {} });
    expect(data.at(-1)).toMatchObject(finished("done"));
  });
});

describe("A call", () => {
  it("is cancelled when its connection is closed, where there is no session [HTTP-11]", async () => {
    const scene = await setUp();
    for (const hasProgress of [false, true]) {
      const { sent, response } = begin(scene.server, modern());
      response.catch(() => undefined);
      const work = await scene.work.next();
      const { signal } = work.context.mcpReq;
      if (hasProgress) {
        await work.tell(1);
        await response;
      }
      const stopped = once(signal, "abort");
      sent.destroy();
      await stopped;
      expect(signal.aborted).toBe(true);
    }
  });

  it("of a session is cancelled by a message, and its request ends without an answer [HTTP-11]", async () => {
    const scene = await setUp();
    const { response } = begin(scene.server, older(scene));
    const { context } = await scene.work.next();
    const stopped = once(context.mcpReq.signal, "abort");
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    expect((await send(scene.server, { headers: scene.session, body: cancel })).status).toBe(202);
    await stopped;
    const answer = await response;
    expect(answer.statusCode).toBe(202);
    answer.resume();
    // The id is free again.
    const again = begin(scene.server, older(scene));
    (await scene.work.next()).finish("done");
    expect((await again.response).statusCode).toBe(200);
  });

  it("of a session is not cancelled when its connection is lost [HTTP-11]", async () => {
    const scene = await setUp();
    const { sent, response } = begin(scene.server, older(scene));
    const work = await scene.work.next();
    await work.tell(1);
    const lost = await response;
    const first = await readEvents(lost).next();
    sent.destroy();
    const ping = { jsonrpc: "2.0", id: 9, method: "ping" };
    expect((await send(scene.server, { headers: scene.session, body: ping })).status).toBe(200);
    expect(work.context.mcpReq.signal.aborted).toBe(false);
    work.finish("done");
    const rest = await resume(scene, first.value?.id);
    expect(rest.map(({ data }) => data)).toMatchObject([progress(1), finished("done")]);
  });
});

/** What comes after an event, to the end of its stream. */
async function resume({ server, session }: Scene, id: string | undefined) {
  const { response } = begin(server, {
    method: "GET",
    headers: { ...session, "last-event-id": String(id) },
  });
  const answer = await response;
  expect(answer.statusCode).toBe(200);
  return readAllEvents(answer);
}

describe("A stream that was lost", () => {
  it("begins with a place to come back to, and goes on from any event [HTTP-13]", async () => {
    const scene = await setUp();
    const { response } = begin(scene.server, older(scene));
    const work = await scene.work.next();
    await work.tell(1);
    work.finish("done");
    const [start, first, last] = await readAllEvents(await response);
    expect(start).toEqual({ id: expect.any(String), data: undefined });
    expect(await resume(scene, start?.id)).toEqual([first, last]);
    expect(await resume(scene, first?.id)).toEqual([last]);
    expect(await resume(scene, last?.id)).toEqual([]);
  });

  it("goes on while its call still runs, also when the server has closed it [HTTP-13]", async () => {
    const scene = await setUp();
    const { response } = begin(scene.server, older(scene));
    const work = await scene.work.next();
    work.context.http?.closeSSE?.();
    const events = await readAllEvents(await response);
    expect(events).toEqual([{ id: expect.any(String), data: undefined }]);
    await work.tell(1);
    const { response: second } = begin(scene.server, {
      method: "GET",
      headers: { ...scene.session, "last-event-id": String(events[0]?.id) },
    });
    const resumed = readEvents(await second);
    expect((await resumed.next()).value?.data).toEqual(progress(1));
    work.finish("done");
    expect((await resumed.next()).value?.data).toMatchObject(finished("done"));
    expect((await resumed.next()).done).toBe(true);
  });

  it("is another session's to no one, and what is not kept is not made up [HTTP-13]", async () => {
    const scene = await setUp();
    const { response } = begin(scene.server, older(scene));
    const work = await scene.work.next();
    await work.tell(1);
    work.finish("done");
    const [start] = await readAllEvents(await response);
    const other = await openSession(scene.server);
    const statusOf = async (headers: Record<string, string>, id: string): Promise<number> =>
      (await send(scene.server, { method: "GET", headers: { ...headers, "last-event-id": id } })).status;
    expect(await statusOf(other, String(start?.id))).toBe(400);
    for (const id of ["", "x", "1-99", "99-0", "1-1-1", "-1-0", "1-0x"])
      expect(await statusOf(scene.session, id)).toBe(400);
  });

  it("has no such places in revisions that do not know them [HTTP-13]", async () => {
    const work = createWork();
    const server = await serveHttp(tempWorkspace(), { createServer: work.createServer });
    const protocolVersion = "2025-06-18";
    const opening = {
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } },
    };
    const { headers } = await send(server, { body: opening });
    const session = { "mcp-session-id": String(headers["mcp-session-id"]) };
    const { response } = begin(server, older({ server, work, session }));
    const running = await work.next();
    expect(running.context.http?.closeSSE).toBeUndefined();
    await running.tell(1);
    running.finish("done");
    const events = await readAllEvents(await response);
    expect(events.map(({ id }) => id)).toEqual([undefined, undefined]);
    expect(OLDER > protocolVersion).toBe(true);
  });

  it("is kept within bounds, its newest event always [HTTP-13]", () => {
    const log = new EventLog();
    const stream = log.openStream();
    const start = log.mark(stream);
    const first = log.add(stream, "a");
    expect(log.findAfter(start)?.events.map(({ text }) => text)).toEqual(["a"]);
    const large = log.add(stream, "x".repeat(1024 * 1024));
    expect(log.findAfter(start)).toBeUndefined();
    expect(log.findAfter(first)?.events.map(({ id }) => id)).toEqual([large]);
    for (let index = 0; index < 500; index += 1) log.add(stream, `${index}`);
    expect(log.findAfter(large)).toBeUndefined();
    expect(log.findAfter(log.mark(stream))?.events).toEqual([]);
    for (let index = 0; index < 500; index += 1) log.openStream();
    expect(log.findAfter(log.mark(stream))).toBeUndefined();
  });
});
