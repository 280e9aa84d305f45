import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { edit } from "../support/attribution.js";
import { type Repository, repository } from "../support/repository.js";
import { type Seat, takeSeat } from "../support/terminal.js";

const LINES = "one\ntwo\nthree\nfour\n";

async function scene(): Promise<{ readonly files: Repository; readonly seat: Seat }> {
  const files = repository({ "src/a.txt": LINES, "b.txt": LINES });
  const seat = takeSeat(files.root);
  const agent = files.editor({ stateDirectory: seat.stateDirectory });
  await edit(agent, files.path("src/a.txt"), "one\n", "ONE\nand a half\n");
  await edit(agent, files.path("b.txt"), "two", "TWO");
  await agent.close();
  files.write("src/a.txt", files.read("src/a.txt").replace("four", "vier"));
  return { files, seat };
}

describe("filewright attribution", () => {
  it("tells each file's lines and characters, and all of them [ATTR-9]", async () => {
    const { seat } = await scene();
    expect(await seat.run(["attribution"])).toMatchObject({
      code: 0,
      err: "",
      out: [
        "            tools         elsewhere  share  file",
        "  1 line, 3 chars  0 lines, 0 chars   100%  b.txt",
        "2 lines, 14 chars   1 line, 3 chars    67%  src/a.txt",
        "3 lines, 17 chars   1 line, 3 chars    75%  in all",
        "",
      ].join("\n"),
    });
  });

  it("counts since a commit, and of what is named [ATTR-9]", async () => {
    const { files, seat } = await scene();
    files.write("new\u001b[31m.txt", "by hand\n");
    const { out, code } = await seat.run(["attribution", "--since", "HEAD"]);
    expect(code).toBe(0);
    expect(out).toContain("new\\x1b[31m.txt");
    expect(out).toContain("3 lines, 17 chars  2 lines, 11 chars");
    const part = await seat.run(["attribution", "--since", "HEAD", "src", "b.txt"]);
    expect(part.out.split("\n").map((line) => line.split("  ").at(-1))).toEqual([
      "file",
      "b.txt",
      "src/a.txt",
      "in all",
      "",
    ]);
  });

  it("answers programs in JSON [ATTR-9]", async () => {
    const { files, seat } = await scene();
    const { out } = await seat.run(["attribution", "--json", "b.txt"]);
    expect(JSON.parse(out)).toEqual({
      files: [
        {
          path: files.path("b.txt"),
          tools: { lines: 1, characters: 3 },
          elsewhere: { lines: 0, characters: 0 },
          base: { lines: 3, characters: 16 },
          sessions: [{ session: expect.any(String), tool: "Edit", lines: 1, characters: 3 }],
        },
      ],
      uncounted: [],
      totals: {
        tools: { lines: 1, characters: 3 },
        elsewhere: { lines: 0, characters: 0 },
        base: { lines: 3, characters: 16 },
        share: { lines: 100, characters: 100 },
      },
      withheld: 0,
      knownFrom: expect.any(Number),
    });
    const failed = await seat.run(["attribution", "--json", "--since", "nothing"]);
    expect({ code: failed.code, ...JSON.parse(failed.out) }).toMatchObject({
      code: 2,
      error: { code: "INPUT_INVALID" },
    });
  });

  it("makes a trailer that git reads as one [ATTR-9]", async () => {
    const { files, seat } = await scene();
    files.write("picture.bin", Buffer.from([0, 1]));
    const { out, code } = await seat.run(["attribution", "--since", "HEAD", "--trailer"]);
    expect({ code, out }).toEqual({
      code: 0,
      out: "Filewright-Attribution: tools=3 lines/17 chars; elsewhere=1 lines/3 chars; share=75%; uncounted=1 file\n",
    });
    const parsed = execFileSync("git", ["interpret-trailers", "--parse"], {
      input: `A subject\n\nA body.\n\n${out}`,
      encoding: "utf8",
    });
    expect(parsed).toBe(out);
    expect((await seat.run(["attribution", "--trailer", "--json"])).code).toBe(2);
  });

  it("says what it does not know, and finds nothing with exit code 1 [ATTR-9]", async () => {
    const files = repository({ "a.txt": LINES });
    const seat = takeSeat(files.root);
    expect(await seat.run(["attribution"])).toMatchObject({ code: 1, out: "" });
    files.write("a.txt", "new\n");
    files.write("b.bin", Buffer.from([0, 1]));
    const { out, err, code } = await seat.run(["attribution", "--since", "HEAD"]);
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining("Not counted: b.bin, it is no text.\n"),
    });
    expect(err).toBe(
      "The history knows of no change: what the tools did before, since that commit, counts as from elsewhere.\n",
    );
    expect(await seat.run(["attribution", "--since", "nothing"])).toMatchObject({ code: 2, out: "" });
  });
});
