/** A server whose console has a question about a diff of twenty thousand lines. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Browser, Page } from "playwright-core";
import { ownHttpServer, RunningServer } from "../servers/http-server.js";
import { launcher, ownEnvironment, type ServedPlaces } from "../servers/stdio-server.js";

const CHANGED_LINES = 10_000;
const READ_LINES = 1000;
const FIRST_SESSION_REVISION = "legacy";

export class AskedConsole {
  readonly #places: ServedPlaces;
  readonly #server: RunningServer;
  readonly #client: Client;

  private constructor(places: ServedPlaces, server: RunningServer, client: Client) {
    this.#places = places;
    this.#server = server;
    this.#client = client;
  }

  static async start(places: ServedPlaces): Promise<AskedConsole> {
    const server = await RunningServer.start(ownHttpServer(places, { isModern: false }));
    const client = new Client(
      { name: "bench", version: "1" },
      { versionNegotiation: { mode: FIRST_SESSION_REVISION } },
    );
    const headers = { authorization: `Bearer ${server.token}` };
    await client.connect(new StreamableHTTPClientTransport(server.url, { requestInit: { headers } }));
    return new AskedConsole(places, server, client);
  }

  /** Every line of a file is to be changed: twice as many in the diff. Somebody has to be there to be asked. */
  async ask(): Promise<void> {
    const path = join(this.#places.root, "colours.ts");
    const lines = Array.from(
      { length: CHANGED_LINES },
      (_, index) => `export const colour${index} = mix("colour ${index}", ${index});\n`,
    );
    mkdirSync(this.#places.root, { recursive: true });
    writeFileSync(path, lines.join(""));
    for (let offset = 1; offset <= CHANGED_LINES; offset += READ_LINES)
      await this.#client.callTool({
        name: "Read",
        arguments: { file_path: path, offset, limit: READ_LINES },
      });
    const edit = { file_path: path, old_string: "colour", new_string: "color", replace_all: true };
    // Never answered: it ends with the client.
    this.#client.callTool({ name: "Edit", arguments: edit }, { timeout: 600_000 }).catch(() => undefined);
  }

  /** A page that is signed in; where it was led by the link does not count. */
  async openPage(browser: Browser): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const words = [launcher, "console", "--json", "--port", this.#server.url.port];
    const told = execFileSync(process.execPath, words, {
      env: ownEnvironment(this.#places.state),
      encoding: "utf8",
    });
    await page.goto((JSON.parse(told) as { readonly url: string }).url);
    await page.getByText("Live", { exact: true }).waitFor();
    return page;
  }

  get origin(): string {
    return this.#server.url.origin;
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.#server.stop();
  }
}
