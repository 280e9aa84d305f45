// Child of life.test.ts: a host that has a language server run for it until it is killed.
/** @type {any} */
const { LanguageServer } = await import(
  new URL("../../.build/lib/lsp/language-server.js", import.meta.url).href
);
setInterval(() => undefined, 1000);
const [program, ...words] = process.argv.slice(2);
const server = new LanguageServer({
  spec: { name: "fake", program, arguments: words, environment: {} },
  root: "/",
  now: Date.now,
  onState: () => undefined,
  onOthers: () => undefined,
});
const document = { path: "/a.txt", languageId: "plain", text: "ERROR(one)", isSaved: false };
process.stdout.write(`${JSON.stringify(await server.check(document))}\n`);
