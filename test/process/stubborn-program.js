// Child of guarded-program.test.ts: heeds neither signals nor the end of its input, and has a child that does not either.
import { spawn } from "node:child_process";

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
process.stdin.resume();
setInterval(() => undefined, 1000);
if (process.argv[2] === "with child") {
  const child = spawn(process.execPath, [process.argv[1] ?? ""], { stdio: ["ignore", "inherit", "inherit"] });
  process.stdout.write(`${JSON.stringify([process.pid, child.pid])}\n`);
}
