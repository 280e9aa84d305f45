/** The disk of the example, whose files are in another process. */
import { join } from "node:path";
import { type AbsolutePath, createToolkit, type Toolkit } from "filewright";
import { describe, expect, it } from "vitest";
import { connectDisk } from "../../examples/support/remote-disk/client.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";
import { examplesFolder } from "./run-example.js";

const server = join(examplesFolder, "support/remote-disk/server.js");

/** Of the built package, as the example's. */
function openToolkit(files: TempWorkspace, { fileSystem }: ReturnType<typeof connectDisk>): Toolkit {
  const base = join(files.root, "..");
  const environment = { HOME: join(base, "home") };
  return createToolkit({
    fileSystem,
    environment,
    roots: [files.root],
    stateDirectory: join(base, "state"),
    // Settings that can't be read would be the reason otherwise.
    permissions: { settings: false },
  });
}

describe("A disk elsewhere", () => {
  it("fails what waits for an answer when the other half dies, and what comes later [EXA-9]", async () => {
    const dying = connectDisk([process.execPath, "-e", 'process.stdin.once("data", () => process.exit(1))']);
    const path = "/w/app/a.txt" as AbsolutePath;
    const waiting = [dying.fileSystem.resolve(path), dying.fileSystem.findKind(path)];
    await Promise.all(waiting.map((each) => expect(each).rejects.toMatchObject({ code: "EPIPE" })));
    await expect(dying.fileSystem.resolve(path)).rejects.toMatchObject({ code: "EPIPE" });
    await dying.close();
  });

  it("fails calls once it is closed [EXA-9]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const disk = connectDisk([process.execPath, server]);
    const toolkit = openToolkit(files, disk);
    const read = { file_path: files.path("a.txt") };
    expect((await toolkit.call("Read", read)).isError).toBe(false);
    await disk.close();
    expect((await toolkit.call("Read", read)).error?.code).toBe("IO_FAILED");
  });
});
