/** Attack 23: something else is in the place of what a person was shown, at every moment before the change is made. */
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Answer, PermissionMode, Question, Toolkit } from "../../src/index.js";
import { code, notebookOf, sourcesOf } from "../support/notebook-files.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

interface Swap {
  readonly files: TempWorkspace;
  readonly toolkit: Toolkit;
  readonly questions: Question[];
}

/**
 * A person who says yes to the first question and no to all others; what happens in between happens either before the answer
 * is given or right after it, before the call goes on.
 */
function plant(when: "before" | "after", meanwhile: (swap: Swap) => void): Swap {
  const files = tempWorkspace({
    "src/a.txt": "old\n",
    "src/a.ipynb": notebookOf([code("old", { id: "cell" })]),
    "vault/a.txt": "vault\n",
    "other/a.txt": "other\n",
  });
  const questions: Question[] = [];
  const swap: Swap = {
    files,
    questions,
    toolkit: files.toolkit({
      permissions: { deny: ["Read(vault/**)"] },
      onAsk: async (question): Promise<Answer> => {
        questions.push(question);
        if (questions.length > 1) return { answer: "deny", reason: "not that one" };
        if (when === "before") {
          meanwhile(swap);
          await new Promise((resolve) => setTimeout(resolve, 5));
        } else queueMicrotask(() => meanwhile(swap));
        return { answer: "allow" };
      },
    }),
  };
  return swap;
}

const moments = ["before", "after"] as const;
const changes = {
  Write: (files: TempWorkspace) => ({ file_path: files.path("src/a.txt"), content: "new\n" }),
  Edit: (files: TempWorkspace) => ({
    file_path: files.path("src/a.txt"),
    old_string: "old",
    new_string: "new",
  }),
};
const cases = moments.flatMap((when) => (["Write", "Edit"] as const).map((tool) => [tool, when] as const));

async function change({ files, toolkit }: Swap, tool: "Write" | "Edit") {
  await toolkit.call("Read", { file_path: files.path("src/a.txt") });
  return toolkit.call(tool, changes[tool](files));
}

describe("An approval", () => {
  it.each(cases)(
    "of %s is void when the content is another %s the answer [ATTACK-23]",
    async (tool, when) => {
      const swap = plant(when, ({ files }) => files.write("src/a.txt", "old, and a stranger's\n"));
      const result = await change(swap, tool);
      expect(swap.files.read("src/a.txt")).toBe("old, and a stranger's\n");
      expect(result.isError).toBe(true);
      // Asked anew about the new content, or refused outright.
      for (const question of swap.questions.slice(1))
        expect(question.change?.before).toBe("old, and a stranger's\n");
    },
  );

  it.each(cases)("of %s is void when the file is gone %s the answer [ATTACK-23]", async (tool, when) => {
    const swap = plant(when, ({ files }) => rmSync(files.path("src/a.txt")));
    const result = await change(swap, tool);
    expect(result.isError).toBe(true);
    expect(swap.files.stamp("src/a.txt")).toBeUndefined();
  });

  it.each(cases)(
    "of %s is void when a link to a denied file is there %s the answer [ATTACK-23]",
    async (tool, when) => {
      for (const content of ["vault\n", "old\n"]) {
        const swap = plant(when, ({ files }) => {
          writeFileSync(files.path("vault/a.txt"), content);
          rmSync(files.path("src/a.txt"));
          symlinkSync("../vault/a.txt", files.path("src/a.txt"));
        });
        expect((await change(swap, tool)).error?.code).toBe("PERMISSION_DENIED");
        expect(swap.files.read("vault/a.txt")).toBe(content);
      }
    },
  );

  it.each(cases)("of %s is void when its folder is another %s the answer [ATTACK-23]", async (tool, when) => {
    for (const [target, content] of [
      ["other", "old\n"],
      ["vault", "old\n"],
    ] as const) {
      const swap = plant(when, ({ files }) => {
        writeFileSync(files.path(`${target}/a.txt`), content);
        renameSync(files.path("src"), files.path("src-before"));
        symlinkSync(target, files.path("src"));
      });
      const result = await change(swap, tool);
      expect(result.isError).toBe(true);
      expect([swap.files.read(`${target}/a.txt`), swap.files.read("src-before/a.txt")]).toEqual([
        content,
        "old\n",
      ]);
      for (const question of swap.questions.slice(1)) expect(question.realPath).toContain(`/${target}/`);
    }
  });

  it.each(cases)("of %s is void when a rule denies it %s the answer [ATTACK-23]", async (tool, when) => {
    for (const rule of ["Edit(src/**)", "Read(a.txt)", "Edit", "*"]) {
      const swap = plant(when, ({ files }) =>
        files.write(".filewright/settings.json", JSON.stringify({ permissions: { deny: [rule] } })),
      );
      expect((await change(swap, tool)).error?.code).toBe("PERMISSION_DENIED");
      expect(swap.files.read("src/a.txt")).toBe("old\n");
    }
  });

  it.each(cases)(
    "of %s is void when settings can't be understood %s the answer [ATTACK-23]",
    async (tool, when) => {
      const swap = plant(when, ({ files }) => files.write(".filewright/settings.json", "{ oops"));
      expect((await change(swap, tool)).error?.code).toBe("SETTINGS_INVALID");
      expect(swap.files.read("src/a.txt")).toBe("old\n");
    },
  );

  it.each(cases)(
    "of %s is void when the mode allows no changes %s the answer [ATTACK-23]",
    async (tool, when) => {
      const mode: PermissionMode = "plan";
      const swap = plant(when, ({ toolkit }) => toolkit.permissions.setMode(mode));
      expect((await change(swap, tool)).error?.code).toBe("PERMISSION_DENIED");
      expect(swap.files.read("src/a.txt")).toBe("old\n");
    },
  );

  it.each(moments)("of a new file is void when one is there %s the answer [ATTACK-23]", async (when) => {
    const swap = plant(when, ({ files }) => files.write("src/new.txt", "a stranger's\n"));
    const { files, toolkit } = swap;
    const result = await toolkit.call("Write", { file_path: files.path("src/new.txt"), content: "new\n" });
    expect([result.isError, files.read("src/new.txt")]).toEqual([true, "a stranger's\n"]);
  });

  it.each(moments)(
    "of a new file is void when its folder has become a link %s the answer [ATTACK-23]",
    async (when) => {
      const swap = plant(when, ({ files }) => symlinkSync("vault", files.path("fresh")));
      const { files, toolkit } = swap;
      const result = await toolkit.call("Write", {
        file_path: files.path("fresh/new.txt"),
        content: "new\n",
      });
      expect([result.error?.code, files.stamp("vault/new.txt")]).toEqual(["PERMISSION_DENIED", undefined]);
    },
  );

  it.each(moments)(
    "of a notebook's cell is void when the notebook is another %s the answer [ATTACK-23]",
    async (when) => {
      const stranger = notebookOf([code("old", { id: "cell" }), code("stranger", { id: "x" })]);
      const swap = plant(when, ({ files }) => files.write("src/a.ipynb", stranger));
      const { files, toolkit } = swap;
      await toolkit.call("Read", { file_path: files.path("src/a.ipynb") });
      const notebook_path = files.path("src/a.ipynb");
      const result = await toolkit.call("NotebookEdit", {
        notebook_path,
        cell_id: "cell",
        new_source: "new",
      });
      if (result.isError) expect(files.read("src/a.ipynb")).toBe(stranger);
      else expect(sourcesOf(files.read("src/a.ipynb"))).toContain("stranger");
      expect(result.isError).toBe(true);
    },
  );

  it.each(moments)(
    "of a look outside is void when the path leads elsewhere %s the answer [ATTACK-23]",
    async (when) => {
      const swap = plant(when, ({ files }) => {
        rmSync(files.path("../out.txt"));
        symlinkSync(files.path("vault/a.txt"), files.path("../out.txt"));
      });
      const { files, toolkit } = swap;
      files.write("../out.txt", "outside\n");
      const result = await toolkit.call("Read", { file_path: files.path("../out.txt") });
      expect(result.error?.code).toBe("PERMISSION_DENIED");
      expect(JSON.stringify(result)).not.toContain("vault\\n");
    },
  );

  it("with content of the person's own is for the file they saw alone [ATTACK-23]", async () => {
    const files = tempWorkspace({ "a.txt": "old\n" });
    const toolkit = files.toolkit({
      onAsk: () => {
        files.write("a.txt", "a stranger's\n");
        return { answer: "allow", content: "the person's\n" };
      },
    });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const result = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "new\n" });
    expect([result.isError, files.read("a.txt")]).toEqual([true, "a stranger's\n"]);
  });
});
