/** A person's own settings of a project never appear in `git status`. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openConsoleApi } from "../../support/console-api.js";
import { repository } from "../../support/repository.js";

const LOCAL = ".filewright/settings.local.json";
const IGNORE = ".filewright/.gitignore";

describe("Local settings in a repository", () => {
  it("do not appear in git status after an answer for always, nor after a rule is added [PERM-300]", async () => {
    const repo = repository({ "a.txt": "a\n" });
    const toolkit = repo.toolkit({
      onAsk: ({ suggestions }) => {
        const remember = suggestions.find(({ scope }) => scope === "always");
        return { answer: "allow", ...(remember === undefined ? {} : { remember }) };
      },
    });
    await toolkit.call("Write", { file_path: repo.path("b.txt"), content: "b\n" });
    expect(repo.read(LOCAL)).toContain("Edit(/b.txt)");
    expect(repo.git("status", "--porcelain")).toBe("?? b.txt\n");
    await toolkit.permissions.add("deny", "Read(.env)");
    expect(repo.git("status", "--porcelain")).toBe("?? b.txt\n");
    // The project's own settings are for everybody.
    await toolkit.permissions.add("deny", "Read(.env)", "project");
    expect(repo.git("status", "--porcelain", "-uall")).toBe("?? .filewright/settings.json\n?? b.txt\n");
  });

  it("do not appear in git status after the console has written them [PERM-300]", async () => {
    const repo = repository({ "a.txt": "a\n" });
    const api = await openConsoleApi(repo);
    const added = { change: "add", list: "deny", rule: "Read(.env)", to: "local" };
    expect((await api.post("/api/rules/change", added)).status).toBe(200);
    expect(repo.git("status", "--porcelain")).toBe("");
    expect(existsSync(repo.path(LOCAL))).toBe(true);
  });

  it("leave an ignore file of the project's own as it is [PERM-300]", async () => {
    const repo = repository({ [IGNORE]: "cache/\n" });
    await repo.toolkit().permissions.add("deny", "Read(.env)");
    expect(repo.read(IGNORE)).toBe("cache/\n");
  });

  it.each([".filewright/\n", "settings.local.json\n", "*.local.json\n"])(
    "need nothing where the project ignores them: %j [PERM-300]",
    async (rules) => {
      const repo = repository({ ".gitignore": rules });
      await repo.toolkit().permissions.add("deny", "Read(.env)");
      expect(existsSync(repo.path(IGNORE))).toBe(false);
      expect(repo.git("status", "--porcelain")).toBe("");
    },
  );

  it("are written even where no ignore file can be [PERM-300]", async () => {
    const repo = repository({ "a.txt": "" });
    mkdirSync(repo.path(IGNORE), { recursive: true });
    const file = await repo.toolkit().permissions.add("deny", "Read(.env)");
    expect(readFileSync(file, "utf8")).toContain("Read(.env)");
  });

  it("bring no ignore file along when a rule is refused [PERM-300]", async () => {
    const repo = repository({ [LOCAL]: "{ broken" });
    await expect(repo.toolkit().permissions.add("deny", "Read(.env)")).rejects.toThrow();
    expect(existsSync(repo.path(IGNORE))).toBe(false);
  });
});
