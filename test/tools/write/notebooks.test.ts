/** Notebooks written whole: Jupyter must be able to open what is left behind. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CallResult, Toolkit, ToolkitOptions } from "../../../src/index.js";
import { errorOf, textOf } from "../../support/answers.js";
import { code, notebookOf } from "../../support/notebook-files.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";

const EMPTY = '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}';
const valid = notebookOf([code("x = 1", { id: "first" })]);
const withoutMetadata =
  '{"cells":[{"cell_type":"markdown","source":"","id":"a"}],"metadata":{},"nbformat":4,"nbformat_minor":5}';

interface Bench {
  readonly files: TempWorkspace;
  readonly toolkit: Toolkit;
  readonly write: (content: string, force?: boolean) => Promise<CallResult>;
  readonly create: (content: string) => Promise<CallResult>;
}

/** A notebook of this content, read; none where it is undefined. */
async function bench(content: string | undefined, options: ToolkitOptions = {}): Promise<Bench> {
  const files = tempWorkspace(content === undefined ? {} : { "a.ipynb": content });
  const toolkit = files.editor(options);
  const file_path = files.path("a.ipynb");
  if (content !== undefined) await toolkit.call("Read", { file_path });
  return {
    files,
    toolkit,
    write: (sent, force = false) => toolkit.call("Write", { file_path, content: sent }, { force }),
    create: (sent) => toolkit.call("Edit", { file_path, old_string: "", new_string: sent }),
  };
}

/** What can't be a notebook, and what is said to be wrong with it. */
const invalid: readonly (readonly [string, string, RegExp])[] = [
  ["plain text", "print(1)\n", /invalid JSON at line 1, column 1/],
  ["cut-off JSON", '{"cells": [', /invalid JSON at line 1/],
  ["JSON of another kind", "[1, 2]", /the file is JSON, but not an object/],
  ["an older format", '{"nbformat":3,"nbformat_minor":0,"worksheets":[]}', /of format 3, not 4/],
  ["a cell without metadata", withoutMetadata, /cells\[0\]\.metadata is missing/],
  ["only blanks", " \n", /invalid JSON/],
];

describe("A new notebook", () => {
  it.each(invalid)("is not created from %s, by Write or by Edit [NB-300]", async (_, content, reason) => {
    const { files, write, create } = await bench(undefined);
    for (const result of [await write(content), await create(content)]) {
      const error = errorOf(result);
      expect(error.code).toBe("NOTEBOOK_INVALID");
      expect(error.message).toMatch(reason);
      expect(error.message).toContain(`Nothing was written.\nSend a whole notebook, such as ${EMPTY}`);
      expect(existsSync(files.path("a.ipynb"))).toBe(false);
    }
  });

  it("is not created empty by Write [NB-300]", async () => {
    const { files, write } = await bench(undefined);
    expect(errorOf(await write("")).code).toBe("NOTEBOOK_INVALID");
    expect(existsSync(files.path("a.ipynb"))).toBe(false);
  });

  it("is created from a valid one, the example of the refusal included, and can then be edited [NB-300]", async () => {
    for (const content of [EMPTY, valid]) {
      const [writing, editing] = [await bench(undefined), await bench(undefined)];
      expect((await writing.write(content)).isError).toBe(false);
      expect((await editing.create(content)).isError).toBe(false);
      for (const { files, toolkit } of [writing, editing]) {
        expect(files.read("a.ipynb")).toBe(content);
        const notebook_path = files.path("a.ipynb");
        await toolkit.call("Read", { file_path: notebook_path });
        const cell = { notebook_path, edit_mode: "insert", cell_type: "code", new_source: "y = 2" };
        expect((await toolkit.call("NotebookEdit", cell)).isError).toBe(false);
      }
    }
  });

  it("may fill an empty file, by the same rule [NB-300]", async () => {
    const { files, write, create } = await bench("");
    expect(errorOf(await create("x")).code).toBe("NOTEBOOK_INVALID");
    expect(errorOf(await write("x")).code).toBe("NOTEBOOK_INVALID");
    expect(files.read("a.ipynb")).toBe("");
    expect((await create(valid)).isError).toBe(false);
    expect(files.read("a.ipynb")).toBe(valid);
  });

  it("is missing for an Edit of a text in it [NB-300]", async () => {
    const { files, toolkit } = await bench(undefined);
    const edit = { file_path: files.path("a.ipynb"), old_string: "x", new_string: "y" };
    expect(errorOf(await toolkit.call("Edit", edit)).code).toBe("FILE_NOT_FOUND");
  });
});

describe("A notebook that is there", () => {
  it.each(invalid)("is not replaced by %s [NB-300]", async (_, content, reason) => {
    const { files, write } = await bench(valid);
    const error = errorOf(await write(content));
    expect(error.code).toBe("NOTEBOOK_INVALID");
    expect(error.message).toMatch(new RegExp(reason.source.replace("cells\\[0\\]", "cell")));
    expect(error.message).toContain("to change single cells, use NotebookEdit.");
    expect(files.read("a.ipynb")).toBe(valid);
  });

  it("is replaced by another valid one, and by anything if the host forces it [NB-300]", async () => {
    const { files, write } = await bench(valid);
    expect((await write(EMPTY)).isError).toBe(false);
    expect((await write("print(1)\n", true)).isError).toBe(false);
    expect(files.read("a.ipynb")).toBe("print(1)\n");
  });

  it("keeps problems that it has, and gets no new one [NB-300]", async () => {
    const { files, write } = await bench(withoutMetadata);
    const other = withoutMetadata.replace('"source":""', '"source":"new"');
    expect((await write(other)).isError).toBe(false);
    expect(errorOf(await write(other.replace('"source":"new",', ""))).code).toBe("NOTEBOOK_INVALID");
    expect(files.read("a.ipynb")).toBe(other);
  });

  it("can be repaired in steps where it can't be read as one [NB-300]", async () => {
    const { files, write } = await bench(`<<<<<<< ours\n${valid}`);
    const result = await write(`=======\n${valid}`);
    expect(textOf(result)).toContain("[The file still can't be opened as a notebook: invalid JSON at line 1");
    const repaired = await write(valid);
    expect([repaired.isError, textOf(repaired).includes("still")]).toEqual([false, false]);
    expect(errorOf(await write("x")).code).toBe("NOTEBOOK_INVALID");
    expect(files.read("a.ipynb")).toBe(valid);
  });

  it("is not spoilt by a person's version of the change either [NB-300]", async () => {
    const { files, write } = await bench(valid, {
      permissions: { ask: ["Edit"] },
      onAsk: () => ({ answer: "allow", content: "oops" }),
    });
    expect(errorOf(await write(EMPTY)).code).toBe("NOTEBOOK_INVALID");
    expect(files.read("a.ipynb")).toBe(valid);
  });
});
