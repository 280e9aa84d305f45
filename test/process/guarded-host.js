// Child of guarded-program.test.ts: a host that has a program run beside it and then ends as it is told.
/** @type {any} */
const { GuardedProgram } = await import(
  new URL("../../.build/lib/process/guarded-program.js", import.meta.url).href
);
const program = new GuardedProgram({
  program: process.execPath,
  arguments: [new URL("stubborn-program.js", import.meta.url).pathname, "with child"],
  workingDirectory: "/",
  environment: {},
});
const [said] = await new Promise((resolve) => {
  // Only here somebody waits for it.
  program.setKeepsHostAlive(true);
  program.output.once("data", (/** @type {Buffer} */ piece) => resolve([piece.toString()]));
});
program.setKeepsHostAlive(false);
process.stdout.write(said);
if (process.argv[2] === "is killed") setInterval(() => undefined, 1000);
if (process.argv[2] === "fails") throw new Error("on purpose");
