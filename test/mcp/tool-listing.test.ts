/** The list that every client sees. */
import { describe, expect, it } from "vitest";
import { createToolkit } from "../../src/index.js";
import { renderInstructions } from "../../src/mcp/instructions.js";
import { listTools } from "../../src/mcp/listed-tools.js";
import { createToolListing } from "../../src/mcp/tool-listing.js";
import { resolveSettings } from "../../src/session/setting-fields.js";
import { resolveFlags } from "../../src/session/setting-flags.js";
import { tempWorkspace } from "../support/workspace.js";

const settings = resolveSettings({}, []);

describe("The list of tools", () => {
  it("is what the toolkit has, with titles, annotations and flat schemas [MCP-64]", () => {
    const listed = listTools({ settings, isReadOnly: false });
    const own = createToolkit({ environment: {} }).tools;
    expect(
      listed.map(({ name, title, description, inputSchema }) => ({ name, title, description, inputSchema })),
    ).toEqual(
      own.map(({ name, title, description, inputSchema }) => ({ name, title, description, inputSchema })),
    );
    for (const { name, annotations } of listed) {
      const changes = ["Write", "Edit", "NotebookEdit"].includes(name);
      expect(annotations).toMatchObject({
        readOnlyHint: !changes,
        destructiveHint: changes,
        idempotentHint: !changes,
        openWorldHint: false,
      });
    }
  });

  it("carries search hints, and marks all but deferred tools to be loaded always [MCP-91]", () => {
    const listed = listTools({ settings, isReadOnly: false });
    for (const { name, searchHint } of createToolkit({ environment: {} }).tools)
      expect(listed.find((tool) => tool.name === name)?._meta).toMatchObject({
        "anthropic/searchHint": searchHint,
      });
    const alwaysLoaded = listed.filter(({ _meta }) => _meta["anthropic/alwaysLoad"] === true);
    expect(alwaysLoaded.map(({ name }) => name)).toEqual(["Read", "Write", "Edit", "Glob", "Grep"]);
    expect(listed.find(({ name }) => name === "NotebookEdit")?._meta).not.toHaveProperty(
      "anthropic/alwaysLoad",
    );
  });

  it("has no tool that changes files when the server is read-only [MCP-64]", () => {
    const listed = listTools({ settings, isReadOnly: true });
    expect(listed.map(({ name }) => name)).toEqual(["Read", "Glob", "Grep"]);
  });

  it("and the instructions fit in what clients pass on [MCP-64]", () => {
    for (const isReadOnly of [true, false])
      expect(
        Buffer.byteLength(renderInstructions({ isReadOnly, whereabouts: { roots: ["/w"], folder: "/w" } })),
      ).toBeLessThan(2048);
    const flags = { includeMaxSizeInPrompt: true, targetedRangeNudge: true };
    for (const each of [settings, resolveSettings({}, [flags])])
      for (const { description } of listTools({ settings: each, isReadOnly: false }))
        expect(Buffer.byteLength(description)).toBeLessThan(2048);
  });

  it("is made without the engine where no settings are, and leaves out what they deny by name [MCP-65]", async () => {
    const files = tempWorkspace();
    const surroundings = {
      environment: { HOME: files.path("home") },
      workingDirectory: files.root,
      homeDirectory: files.path("home"),
    };
    let loaded = 0;
    const list = () =>
      createToolListing({
        settings,
        isReadOnly: false,
        flags: {},
        surroundings,
        getToolkit: async () => {
          loaded += 1;
          return files.toolkit();
        },
      });
    const names = async (listing: ReturnType<typeof list>) => (await listing()).map(({ name }) => name);
    expect(await names(list())).toHaveLength(6);
    expect(loaded).toBe(0);
    files.write(".filewright/settings.json", '{"permissions":{"deny":["Write","Grep","Read(secret)"]}}');
    const listing = list();
    expect(await names(listing)).toEqual(["Read", "Edit", "Glob", "NotebookEdit"]);
    files.write(".filewright/settings.json", "{}");
    expect(await names(listing)).toEqual(["Read", "Edit", "Glob", "NotebookEdit"]);
    expect(loaded).toBe(1);
    files.write(".filewright/settings.json", "{ broken");
    expect(await names(list())).toHaveLength(6);
  });

  it("describes what flags, options and settings files ask for [MCP-64, LEDGER-473]", async () => {
    const files = tempWorkspace();
    const home = files.path("../home");
    const surroundings = {
      environment: { HOME: home },
      workingDirectory: files.root,
      homeDirectory: home,
    };
    const describeEdit = (listed: readonly { name: string; description: string }[]) =>
      listed.find(({ name }) => name === "Edit")?.description;
    const flags = { editRequires: "whole-file" } as const;
    const flagged = createToolListing({
      settings: resolveFlags(flags, {}),
      isReadOnly: false,
      flags,
      surroundings,
      getToolkit: () => Promise.reject(new Error("not needed")),
    });
    const strict = describeEdit(await flagged());
    expect(strict).toContain("The whole file must have been shown");
    expect(describeEdit(files.toolkit(flags).tools)).toBe(strict);
    expect(describeEdit(files.toolkit().tools)).not.toBe(strict);
    files.write("../home/.config/filewright/settings.json", JSON.stringify(flags));
    const fromFile = createToolListing({
      settings,
      isReadOnly: false,
      flags: {},
      surroundings,
      getToolkit: async () => files.toolkit(),
    });
    expect(describeEdit(await fromFile())).toBe(strict);
  });
});
