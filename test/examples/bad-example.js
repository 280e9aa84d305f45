// What no example does. `fetch` asks for addresses and tells what came of it; `litter` leaves a file and a program behind.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [, , deed, ...addresses] = process.argv;
if (deed === "litter") {
  writeFileSync(join(tmpdir(), "left.txt"), "");
  const words = ["-e", "setTimeout(() => {}, 20_000)"];
  // In a group of its own, as programs are that are not to end with their host.
  const child = spawn(process.execPath, words, { detached: true, stdio: "ignore" });
  child.unref();
  console.log(child.pid);
} else {
  const told = addresses.map((address) =>
    fetch(address).then(
      (answer) => answer.text(),
      () => "refused",
    ),
  );
  console.log((await Promise.all(told)).join(", "));
}
