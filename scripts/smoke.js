// The built package makes a change, finds it and takes it back, looks at a picture and a PDF and edits a notebook, under
// whatever Node runs this.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit } from "../dist/index.js";

const folder = mkdtempSync(join(tmpdir(), "filewright-smoke-"));
try {
  const toolkit = createToolkit({
    roots: [folder],
    stateDirectory: join(folder, "state"),
    onAsk: () => ({ answer: "allow" }),
  });
  const file_path = join(folder, "a.txt");
  const read = () => readFileSync(file_path, "utf8");
  await toolkit.call("Write", { file_path, content: "one\r\ntwo\r\n" });
  const { error } = await toolkit.call("Edit", { file_path, old_string: "two\n", new_string: "2\nthree\n" });
  assert.equal(error, undefined);
  assert.equal(read(), "one\r\n2\r\nthree\r\n");
  const found = await toolkit.call("Grep", { pattern: "^three$", path: folder });
  assert.deepEqual(found.output?.filenames, [file_path]);
  const named = await toolkit.call("Glob", { pattern: "*.txt", path: folder });
  assert.deepEqual(named.output?.filenames, [file_path]);
  await toolkit.history.undo();
  assert.equal(read(), "one\r\ntwo\r\n");

  const picture = join(folder, "a.svg");
  writeFileSync(
    picture,
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="9" height="9"/></svg>',
  );
  const seen = await toolkit.call("Read", { file_path: picture });
  assert.deepEqual(
    seen.content.map((block) => block.type),
    ["text", "image", "text"],
  );
  const pdf = join(folder, "a.pdf");
  writeFileSync(pdf, onePage("Hello from a page"));
  const page = await toolkit.call("Read", { file_path: pdf });
  assert.match(JSON.stringify(page.output), /Hello from a page/);
  const notebook_path = join(folder, "a.ipynb");
  const cells = [{ cell_type: "markdown", metadata: {}, source: "old" }];
  writeFileSync(notebook_path, JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 }));
  await toolkit.call("Read", { file_path: notebook_path });
  const edited = await toolkit.call("NotebookEdit", { notebook_path, cell_id: "#0", new_source: "new" });
  assert.equal(edited.error, undefined);
  assert.match(readFileSync(notebook_path, "utf8"), /"source":"new"/);
  await toolkit.close();
  console.log("changed a file and took it back, saw a picture and a PDF, edited a notebook");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The least that is a PDF; its table of contents is left to the reader to make.
 * @param {string} text
 */
function onePage(text) {
  const content = `BT /F 20 Tf 20 100 Td (${text}) Tj ET`;
  return `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>endobj
4 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;
}
