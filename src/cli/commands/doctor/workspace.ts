/** What a person has set up: settings, roots, the volume they lie on. */
import { ToolError } from "../../../errors/tool-error.js";
import { FileSystemError } from "../../../fs/file-system.js";
import { lookAtPlace } from "../../../fs/node/look-at-place.js";
import type { AbsolutePath } from "../../../fs/paths.js";
import { describeRootProblem, type RootProblem } from "../../../fs/root-problems.js";
import { plural } from "../../../text/quantities.js";
import { type Check, type CheckGround, type Finding, fine, trouble, warn } from "./finding.js";

export const settingsCheck: Check = {
  name: "settings",
  async run({ toolkit }) {
    try {
      const { sources, warnings, rules, directories, withheldMode } = await toolkit.permissions.overview();
      const present = sources.filter(({ isPresent }) => isPresent).map(({ file }) => file);
      const where = present.length === 0 ? "none; defaults are used" : present.join(", ");
      const findings: Finding[] = [fine(where)];
      const withheld = [...rules, ...directories].filter((each) => each.withheld !== undefined).length;
      if (withheld > 0 || withheldMode !== undefined) {
        findings.push(
          warn(
            "a folder that is not trusted has allow rules, extra roots or a mode that do not count",
            "To see them and decide: filewright permissions trust",
          ),
        );
      }
      const mend = "Mend the rule or the key; `filewright permissions` lists what is in force.";
      return [...findings, ...warnings.map((warning) => warn(warning, mend))];
    } catch (cause) {
      if (!(cause instanceof ToolError)) throw cause;
      return trouble(firstLine(cause.message), "Mend the file: no tool runs until it can be used.");
    }
  },
};

export const rootCheck: Check = {
  name: "roots",
  run: (ground) => Promise.all(ground.toolkit.workspace.roots.given.map((root) => checkRoot(root, ground))),
};

export const searchCheck: Check = {
  name: "searches",
  async run({ toolkit }) {
    const { folders, problems } = await toolkit.workspace.findSearchBases();
    const shown = folders.join(", ");
    return problems.some(({ root }) => root === folders[0])
      ? trouble(`there is nothing to search: ${shown} can't be used`, "Name another folder with --root.")
      : fine(`without a path look in ${shown}`);
  },
};

async function checkRoot(root: AbsolutePath, { toolkit }: CheckGround): Promise<Finding> {
  const { fileSystem } = toolkit.workspace;
  try {
    const { network, isWritable } = await lookAtPlace(root);
    const { realPath, stat } = await fileSystem.resolve(root);
    const shown = (realPath as string) === root ? root : `${root} (a link to ${realPath})`;
    if (stat?.kind !== "directory") return troubleWith({ root, kind: "not-a-folder" });
    await fileSystem.list(realPath, 1);
    const kind = isWritable ? shown : `${shown}, which can only be read`;
    return network === undefined
      ? fine(kind)
      : warn(`${kind}, on ${network}`, "Searches and changes wait for its server.");
  } catch (cause) {
    if (!(cause instanceof FileSystemError)) throw cause;
    return cause.code === "ENOENT"
      ? troubleWith({ root, kind: "missing" })
      : trouble(`${root} can't be looked into (${cause.code})`, "Change its permissions, or name another.");
  }
}

function troubleWith(problem: RootProblem): Finding {
  return trouble(describeRootProblem(problem), "Mount or make it, or name another with --root.");
}

export const capitalsCheck: Check = {
  name: "capitals",
  async run({ toolkit }) {
    const { access, fileSystem, roots, surroundings } = toolkit.workspace;
    const root = roots.given[0] ?? (surroundings.workingDirectory as AbsolutePath);
    const isFolded = await access.foldsCase(await fileSystem.resolve(root));
    return fine(
      isFolded
        ? "the volume takes names that differ in capitals for one, and so do allow rules"
        : "the volume tells them apart, and so do allow rules; deny and ask rules never do",
    );
  },
};

/** How many of each, for the last line. */
export function summarise(findings: readonly Finding[]): string {
  const count = (state: Finding["state"]): number => findings.filter((each) => each.state === state).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  if (problems + warnings === 0) return "Everything works.";
  return `${plural(problems, "problem")}, ${plural(warnings, "warning")}.`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
