/** A person's version of a whole notebook, in the place of an edit of one of its cells. */
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../../support/answers.js";
import { code, deskOf, markdown, NAME, notebookOf, stream } from "../../support/notebook-files.js";
import { reviewedWorkspace } from "../../support/reviewers.js";

const NOTE = "[The user changed your proposal before allowing it. What they changed:]";
const three = ["one", "two", "three"].map((id) => code(`${id} = 1`, { id }));
const places = ["one", "two", "three", "four"].map((word) => code(`${word} = 1`));

async function desk(content: string, unread: readonly string[] = []) {
  const { files, toolkit, person } = await reviewedWorkspace({ [NAME]: content }, { unread });
  const made = deskOf(files, toolkit);
  return {
    files,
    toolkit,
    person,
    notebook_path: made.notebook_path,
    read: (range: object) => made.read(range),
    edit: (input: object) => made.edit(input),
    text: () => made.text(),
    sources: () => made.sources(),
  };
}

/** The text with one word in place of another, wherever it stands. */
const put = (text: string | null, word: string, other: string): string =>
  (text ?? "").split(word).join(other);

describe("A notebook that a person sends with the permission", () => {
  it("is what the file holds, and the output keeps what was asked [PERM-61, PERM-62]", async () => {
    const { person, edit, text, notebook_path } = await desk(notebookOf(three));
    person.review = ({ after }) => put(after, "two = 2", "two = II");
    const result = await edit({ cell_id: "two", new_source: "two = 2" });
    const updated_file = notebookOf(three.with(1, code("two = II", { id: "two" })));
    expect(text()).toBe(updated_file);
    expect(result.output).toMatchObject({
      new_source: "two = 2",
      old_source: "two = 1",
      cell_id: "two",
      original_file: notebookOf(three),
      updated_file,
      userModified: true,
    });
    const changed = (hunks: typeof patch): string[] =>
      hunks.flatMap(({ lines }) => lines.filter((line) => !line.startsWith(" ")));
    const patch = result.output?.structuredPatch ?? [];
    expect(changed(patch)).toEqual(['-    "two = 1"', '+    "two = II"']);
    expect(changed(result.output?.reviewedPatch ?? [])).toEqual(['-    "two = 2"', '+    "two = II"']);
    expect(textOf(result)).toMatch(
      /^The notebook .*a\.ipynb has been updated\.\n\[The user changed .*:\]\n@@ .*\n[^]*\n-\s+"two = 2"\n\+\s+"two = II"\n[^]*\n\[3 cells now\. Around the change:\]\n {2}one code one = 1\n {2}two code two = II\n {2}three code three = 1$/,
    );
    expect(textOf(result)).toContain(notebook_path);
  });

  it("keeps the line endings of the file [PERM-61]", async () => {
    const windows = (source: string): string =>
      notebookOf(three.with(1, code(source, { id: "two" })))
        .split("\n")
        .join("\r\n");
    const { person, edit, text } = await desk(windows("two = 1"));
    person.review = ({ after }) => put(put(after, "\r\n", "\n"), "two = 2", "two = II");
    await edit({ cell_id: "two", new_source: "two = 2" });
    expect(text()).toBe(windows("two = II"));
  });

  it.each([
    ["no JSON", (text: string) => `${text}]`, "invalid JSON at line"],
    ["no notebook", () => "[]", "the file is JSON, but not an object"],
    ["of another format", (text: string) => put(text, '"nbformat": 4', '"nbformat": 5'), "not 4"],
    ["with a broken cell", (text: string) => put(text, '"source"', '"sauce"'), "cell.source is missing"],
    [
      "with a broken frame",
      (text: string) => put(text, '"metadata": {\n  "l', '"data": {\n  "l'),
      "metadata",
    ],
    ["with one id twice", (text: string) => put(text, '"three"', '"one"'), 'the id "one" is that of several'],
  ])("and is %s is refused, and nothing is changed [PERM-61]", async (_, spoil, reason) => {
    const { person, edit, files } = await desk(notebookOf(three));
    const stamp = files.stamp(NAME);
    person.review = ({ after }) => spoil(after ?? "");
    const { code, message } = errorOf(await edit({ cell_id: "two", new_source: "two = 2" }));
    expect(code).toBe("NOTEBOOK_INVALID");
    expect(message).toMatch(/^The user allowed this change with other content, which can't be written\./);
    expect(message).toContain(reason);
    expect(files.stamp(NAME)).toEqual(stamp);
  });

  it("has to keep the rules of the version that it says it has [PERM-61]", async () => {
    const { person, edit, text } = await desk(notebookOf(places));
    // No cell is another than before, but each would have to have an id now.
    person.review = ({ before }) => put(before, '"nbformat_minor": 4', '"nbformat_minor": 5');
    const { code, message } = errorOf(await edit({ cell_id: "#1", new_source: "two = 2" }));
    expect([code, message.split("\n")[1]]).toEqual([
      "NOTEBOOK_INVALID",
      "It would leave a notebook that Jupyter refuses: cell.id is missing.",
    ]);
    expect(text()).toBe(notebookOf(places));
  });

  it("may keep what was wrong before [PERM-61]", async () => {
    const faulty = three.with(0, { ...code("one = 1", { id: "one" }), unknown_member: 1 });
    const { person, edit, sources } = await desk(notebookOf(faulty));
    person.review = ({ after }) => put(put(after, "two = 2", "two = II"), "one = 1", "one = I");
    expect(errorText(await edit({ cell_id: "two", new_source: "two = 2" }))).toBeUndefined();
    expect(sources()).toEqual(["one = I", "two = II", "three = 1"]);
  });

  it("may not break another cell in the same way [PERM-61]", async () => {
    const fault = { unknown_member: 1 };
    const faulty = three.with(0, { ...code("one = 1", { id: "one" }), ...fault });
    const { person, edit, text } = await desk(notebookOf(faulty));
    const broken = notebookOf(faulty.with(2, { ...code("three = 1", { id: "three" }), ...fault }));
    person.review = () => broken;
    const { code: refusal, message } = errorOf(await edit({ cell_id: "two", new_source: "two = 2" }));
    expect(refusal).toBe("NOTEBOOK_INVALID");
    expect(message).toContain("cell.unknown_member is not part of this format");
    expect(text()).toBe(notebookOf(faulty));
  });

  it("that is the old one keeps the file as it was [PERM-64]", async () => {
    const { person, edit, files, toolkit, notebook_path } = await desk(notebookOf(three));
    const stamp = files.stamp(NAME);
    person.review = ({ before }) => before ?? "";
    const result = await edit({ cell_id: "two", edit_mode: "delete" });
    expect(textOf(result)).toMatch(/^The user did not take your change and kept .* as it was\./);
    expect(textOf(result)).toContain(notebook_path);
    expect(result.output).toMatchObject({ userModified: true, updated_file: notebookOf(three) });
    expect(files.stamp(NAME)).toEqual(stamp);
    expect(await toolkit.history.list()).toEqual([]);
    person.review = undefined;
    expect(errorText(await edit({ cell_id: "two", edit_mode: "delete" }))).toBeUndefined();
  });

  it("that is the proposal changes nothing about the answer [PERM-64]", async () => {
    const { person, edit } = await desk(notebookOf(three));
    person.review = ({ after }) => after ?? "";
    const result = await edit({ cell_id: "two", new_source: "two = 2" });
    expect(result.output).toMatchObject({ userModified: false });
    expect(textOf(result)).not.toContain(NOTE);
  });
});

const errorText = (result: { readonly error?: { readonly message: string } }): string | undefined =>
  result.error?.message;

describe("What the agent knows of a notebook that a person changed", () => {
  it("is all of it, where it was shown what they changed [PERM-63]", async () => {
    const { person, edit, sources } = await desk(notebookOf(three));
    person.review = ({ after }) => put(put(after, "two = 2", "two = II"), "three = 1", "three = III");
    await edit({ cell_id: "two", new_source: "two = 2" });
    person.review = undefined;
    expect(errorText(await edit({ cell_id: "three", new_source: "seen" }))).toBeUndefined();
    expect(sources()).toEqual(["one = 1", "two = II", "seen"]);
  });

  it("is not what the answer had no room for [PERM-63]", async () => {
    const { person, edit, toolkit } = await desk(notebookOf(three));
    const lines = Array.from({ length: 200 }, (_, index) => `line_${index} = 1`).join('\\n",\n    "');
    person.review = ({ after }) => put(after, "two = 2", lines);
    await edit({ cell_id: "two", new_source: "two = 2" });
    person.review = undefined;
    const { code, data } = errorOf(await edit({ cell_id: "two", new_source: "x" }));
    expect([code, data["missing"]]).toEqual(["FILE_PARTIALLY_READ", [{ from: 2, to: 2 }]]);
    await toolkit.call("Read", data["nextCall"]);
    expect(errorText(await edit({ cell_id: "two", new_source: "x" }))).toBeUndefined();
  });

  it("is not a cell that it has never seen, though a line of it was shown [PERM-63]", async () => {
    const long = Array.from({ length: 100 }, (_, index) =>
      code(`# cell ${index}\n${"value += 1\n".repeat(200)}`),
    );
    const { person, read, edit } = await desk(notebookOf(long), [NAME]);
    await read({ offset: 11, limit: 5 });
    person.review = ({ after }) => put(after, "# cell 50", "# their cell");
    const result = await edit({ cell_id: "#12", new_source: "seen" });
    expect(textOf(result)).toContain("their cell");
    person.review = undefined;
    expect(errorText(await edit({ cell_id: "#13", new_source: "seen, too" }))).toBeUndefined();
    const { data } = errorOf(await edit({ cell_id: "#50", new_source: "x" }));
    expect(data["missing"]).toEqual([{ from: 51, to: 51 }]);
  });

  it("is not a notebook in one line, which no answer shows [PERM-63]", async () => {
    const { person, edit } = await desk(JSON.stringify(JSON.parse(notebookOf(three))));
    person.review = ({ after }) => put(after, "two = 2", "two = II");
    await edit({ cell_id: "two", new_source: "two = 2" });
    person.review = undefined;
    expect(errorOf(await edit({ cell_id: "two", new_source: "x" })).data["missing"]).toEqual([
      { from: 2, to: 2 },
    ]);
  });

  it("is not where a cell is that was named before they moved it [PERM-63]", async () => {
    const { person, toolkit, notebook_path, sources } = await desk(notebookOf(places));
    person.review = ({ after }) => put(put(put(after, "two", "?"), "three", "two"), "?", "three");
    const call = (cell_id: string, new_source: string) => ({
      name: "NotebookEdit",
      input: { notebook_path, cell_id, new_source },
    });
    const review = person.review;
    person.review = (change) => {
      person.review = undefined;
      return review(change);
    };
    const [first, second] = await toolkit.callAll([call("#0", "one = 2"), call("#1", "x")]);
    expect(first && errorText(first)).toBeUndefined();
    expect(second?.error).toMatchObject({ code: "CELL_NOT_FOUND", data: { reason: "moved" } });
    expect(sources()).toEqual(["one = 2", "three = 1", "two = 1", "four = 1"]);
  });

  it("is told of new places, wherever the person has put cells [PERM-62]", async () => {
    const { person, edit } = await desk(notebookOf(places));
    person.review = ({ before }) => {
      const notebook = JSON.parse(before ?? "") as { cells: unknown[] };
      const cells = notebook.cells.toSpliced(1, 0, markdown("# New"));
      return `${JSON.stringify({ ...notebook, cells }, undefined, 1)}\n`;
    };
    expect(textOf(await edit({ cell_id: "#3", new_source: "four = 4" }))).toContain(
      "[5 cells now. The #index of the cells after it has changed. Around the change:]\n  #0 code one = 1\n  #1 markdown # New\n  #2 code two = 1\n  #3 code three = 1",
    );
  });

  it("says no longer that outputs were cleared, which the person may have put back [PERM-62]", async () => {
    const ran = code("x = 1", { id: "ran", execution_count: 3, outputs: [stream("hi\n")] });
    const { person, edit, text } = await desk(notebookOf([ran]));
    person.review = ({ before }) => put(before, "x = 1", "x = 2");
    const result = await edit({ cell_id: "ran", new_source: "x = 3" });
    expect(text()).toBe(notebookOf([{ ...ran, source: "x = 2" }]));
    expect(textOf(result)).not.toContain("were cleared");
  });
});
