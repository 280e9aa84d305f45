// Child of the tests with several processes: a toolkit of its own that does what each message says and answers.
// It stays up until its parent goes away or kills it.
const { createToolkit } = await import(new URL("../../dist/index.js", import.meta.url).href);

const [root = "", stateDirectory = "", options = "{}"] = process.argv.slice(2);
const toolkit = createToolkit({
  roots: [root],
  workingDirectory: root,
  stateDirectory,
  environment: { HOME: root },
  onAsk: () => ({ answer: "allow" }),
  ...JSON.parse(options),
});
const MAX_ATTEMPTS = 500;

/** @typedef {{ file_path: string, old_string: string, new_string: string }} Edit */

/**
 * Makes the edits one after another; a stale refusal is answered as a model would, by reading again.
 * @param {Edit[]} edits
 */
async function editAll(edits) {
  let refusals = 0;
  for (const edit of edits) {
    for (let attempt = 1; ; attempt += 1) {
      const { error } = await toolkit.call("Edit", edit);
      if (error === undefined) break;
      if (error.code !== "FILE_CHANGED_SINCE_READ" || attempt === MAX_ATTEMPTS) return error.message;
      refusals += 1;
      await toolkit.call("Read", { file_path: edit.file_path });
    }
  }
  return { refusals };
}

/** @param {{ name?: string, input?: unknown, editAll?: Edit[] }} order */
async function act({ name, input, editAll: edits }) {
  if (edits !== undefined) return editAll(edits);
  const { isError, error, content } = await toolkit.call(name ?? "", input);
  return { isError, code: error?.code, number: error?.errorCode, text: content[0]?.text };
}

process.on("message", (order) => {
  act(/** @type {any} */ (order)).then(
    (answer) => process.send?.({ answer }),
    (cause) => process.send?.({ failure: String(cause?.stack ?? cause) }),
  );
});
process.send?.("ready");
