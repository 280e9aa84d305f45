/** The estimate beside the count of a real vocabulary, on samples of what agents read. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Tokenizer } from "ai-tokenizer";
import * as claude from "ai-tokenizer/encoding/claude";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/text/token-estimate.js";

const tokenizer = new Tokenizer(claude);
const source = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** Bytes without any pattern, the same in every run. */
function noise(blocks: number): Buffer {
  return Buffer.concat(
    Array.from({ length: blocks }, (_, index) => createHash("sha256").update(`${index}`).digest()),
  );
}

const typescript = ["src/toolkit.ts", "src/text/sniff.ts", "src/session/ledger.ts"].map(source).join("\n");
const minified = typescript
  .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
  .replace(/\s*\n\s*/g, "")
  .replace(/\s*([=:;,{}()<>+|&?])\s*/g, "$1");
const rows = Array.from({ length: 200 }, (_, index) => ({
  id: index * 7919,
  name: `Customer ${index}`,
  amount: (index * 37.21).toFixed(2),
  at: new Date(index * 86_400_000).toISOString(),
}));
const chinese =
  "软件是一系列按照特定顺序组织的计算机数据和指令的集合，一般来讲被划分为系统软件和应用软件。\n";
const japanese =
  "ソフトウェアは、コンピューターの分野でハードウェアと対比される用語であり、文書なども指します。\n";
const korean =
  "소프트웨어는 컴퓨터에게 동작 방법을 지시하는 명령어 집합의 모임이며 물리적이지 않은 부분을 말한다.\n";
const russian = "Программное обеспечение используется для управления компьютером и обработки информации.\n";
const log = rows.map(
  ({ at, id }) => `${at} INFO  [worker-${id % 7}] GET /api/v2/items/${id} 200 ${id % 97}ms`,
);

describe("the token estimate", () => {
  it.each<[string, string]>([
    ["TypeScript", typescript],
    ["minified JavaScript", minified],
    ["prose", source("LICENSE")],
    ["Chinese", chinese.repeat(20)],
    ["Japanese", japanese.repeat(20)],
    ["Korean", korean.repeat(20)],
    ["Russian", russian.repeat(20)],
    ["base64", noise(200).toString("base64")],
    ["base64 in lines", noise(200).toString("base64").replace(/.{76}/g, "$&\n")],
    [
      "letters without words",
      noise(200)
        .toString("base64")
        .toLowerCase()
        .replace(/[^a-z]/g, ""),
    ],
    ["hexadecimal", noise(200).toString("hex")],
    ["CSV", rows.map((row) => Object.values(row).join(",")).join("\n")],
    ["JSON", JSON.stringify(rows)],
    ["indented JSON", JSON.stringify(rows, null, 2)],
    ["a log", log.join("\n")],
    ["emoji", "😀🎉🚀✅ ".repeat(100)],
    ["numbered lines", typescript.replace(/^/gm, "    12→")],
  ])("of %s is between half and twice the count [LIMIT-3]", (_, text) => {
    const ratio = estimateTokens(text) / tokenizer.count(text);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it("of nothing is nothing, and of a little is a whole number [LIMIT-3]", () => {
    expect(["", "a", " ", "\ud83d"].map(estimateTokens)).toEqual([0, 1, 1, 2]);
  });
});
