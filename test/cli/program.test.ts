/** The program's words: a command is made alone, and means what it means among all. */
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.js";
import { ownTerminalLine } from "../../src/cli/terminal-line.js";
import { createTerminal } from "../support/command-line.js";

describe("The commands", () => {
  const door = () => ({
    terminal: ownTerminalLine(createTerminal("/w/app").terminal),
    signal: new AbortController().signal,
    exitCode: 0 as const,
  });
  const all = createProgram(door(), "1.0.0").commands;

  it("are made alone when the first word names one, and are then the same [CLI-24]", () => {
    for (const command of all) {
      const alone = createProgram(door(), "1.0.0", command.name()).commands;
      // These two speak of all the others.
      if (["completion", "help"].includes(command.name())) continue;
      expect(alone.length).toBeLessThan(all.length);
      const found = alone.find((each) => each.name() === command.name());
      expect(found?.helpInformation()).toBe(command.helpInformation());
    }
  });

  it("are all made for any other word [CLI-24]", () => {
    for (const word of [undefined, "help", "completion", "raed", "--help", "--version", "constructor"])
      expect(createProgram(door(), "1.0.0", word).commands.map((each) => each.name())).toEqual(
        all.map((each) => each.name()),
      );
  });
});
