/** Starts swapper and racer in the same namespaces, passes their lines on, and ends the swapper with the racer. */
import { spawn } from "node:child_process";

const { swapper, racer } = JSON.parse(process.argv[2] as string) as {
  readonly swapper: readonly string[];
  readonly racer: readonly string[];
};
const start = ([program = "", ...words]: readonly string[]) =>
  spawn(program, words, { stdio: ["ignore", "inherit", "inherit"] });

const swapping = start(swapper);
const racing = start(racer);
process.on("SIGTERM", () => racing.kill());
racing.once("close", () => swapping.kill("SIGKILL"));
swapping.once("close", () => racing.exitCode === null && racing.kill());
