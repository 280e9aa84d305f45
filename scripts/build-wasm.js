// Assembles src/text/kernels.wat into src/text/kernels-binary.ts. The result is committed, so that neither an install
// nor a build needs the assembler; a test in test/pins assembles again and compares.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

const source = fileURLToPath(new URL("../src/text/kernels.wat", import.meta.url));
const target = fileURLToPath(new URL("../src/text/kernels-binary.ts", import.meta.url));

export async function assembleKernels() {
  const toolkit = await wabt();
  const module = toolkit.parseWat("kernels.wat", readFileSync(source, "utf8"), {
    simd: true,
    bulk_memory: true,
  });
  module.validate();
  const base64 = Buffer.from(module.toBinary({}).buffer).toString("base64");
  const lines = base64.match(/.{1,100}/g) ?? [];
  return [
    "// Made from kernels.wat by `npm run wasm`; change it there.",
    "export const kernelsBinary: string =",
    `${lines.map((line) => `  "${line}"`).join(" +\n")};`,
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await assembleKernels());
