// `filewright serve` with its console, for as long as an example runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../dist/bin/filewright.cjs", import.meta.url));

/** @param {ReturnType<typeof import("./demo-project.js").createDemoProject>} project */
export async function startConsole({ root, environment }) {
  const words = ["serve", "--root", root, "--port", "0", "--json", "--no-lsp"];
  const child = spawn(process.execPath, [program, ...words], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr.on("data", (chunk) => (complaint += chunk));
  // Should the example end in another way, the server goes first, and at once: what it still wrote would be left behind.
  const end = () => child.kill("SIGKILL");
  process.prependOnceListener("exit", end);
  const exited = once(child, "exit");
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), exited]);
  if (typeof line !== "string") throw new Error(`The server did not start: ${complaint}`);
  /** @type {{ console: string }} */
  const { console: link } = JSON.parse(line);
  return {
    /** Opens the console once. */
    link,
    async stop() {
      process.off("exit", end);
      child.kill();
      await exited;
    },
  };
}
