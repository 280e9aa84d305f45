/** What a server is answered when it asks something of its client. Whatever is not here is answered "no such method". */
import { describeFolder, findPullWishes, type PullWishes } from "./capabilities.js";
import { asRecord } from "./read-diagnostics.js";

export interface AnswersGround {
  readonly root: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The server wants its diagnostics to be asked for from now on, or no longer. */
  readonly onPullWishes: (wishes: PullWishes | undefined) => void;
  /** What the server has answered before no longer holds. */
  readonly onRefresh: () => void;
}

type Answers = Readonly<Record<string, (params: unknown) => unknown>>;

const MAX_ITEMS = 100;
const PULL = "textDocument/diagnostic";

export function createClientAnswers({ root, settings, onPullWishes, onRefresh }: AnswersGround): Answers {
  // A server may register anew before it takes back what it has registered first.
  const pulls = new Map<unknown, PullWishes | undefined>();
  const tellPullWishes = (): void => onPullWishes([...pulls.values()].at(-1));
  return {
    "workspace/configuration": (params) =>
      readList(params, "items").map((item) => findSection(settings, asRecord(item)["section"])),
    "workspace/workspaceFolders": () => [describeFolder(root)],
    "client/registerCapability": (params) => {
      for (const item of readList(params, "registrations")) {
        const { id, method, registerOptions } = asRecord(item);
        if (method !== PULL || pulls.size >= MAX_ITEMS) continue;
        pulls.set(id, findPullWishes(registerOptions ?? {}));
        tellPullWishes();
      }
      return null;
    },
    "client/unregisterCapability": (params) => {
      // The protocol has it misspelt.
      for (const item of [...readList(params, "unregisterations"), ...readList(params, "unregistrations")]) {
        if (pulls.delete(asRecord(item)["id"])) tellPullWishes();
      }
      return null;
    },
    "workspace/diagnostic/refresh": () => {
      onRefresh();
      return null;
    },
    // Files are changed by tools, on behalf of whoever may; never by a server.
    "workspace/applyEdit": () => ({ applied: false, failureReason: "This client makes no changes." }),
    "window/showMessageRequest": () => null,
    "window/showDocument": () => ({ success: false }),
    "window/workDoneProgress/create": () => null,
  };
}

function readList(params: unknown, name: string): readonly unknown[] {
  const list = asRecord(params)[name];
  return Array.isArray(list) ? list.slice(0, MAX_ITEMS) : [];
}

/** A section is a key, or a way through nested ones; settings may be written either way. */
function findSection(settings: Readonly<Record<string, unknown>>, section: unknown): unknown {
  if (typeof section !== "string" || section === "") return settings;
  if (Object.hasOwn(settings, section)) return settings[section];
  let value: unknown = settings;
  for (const name of section.split(".")) {
    const members = asRecord(value);
    if (!Object.hasOwn(members, name)) return null;
    value = members[name];
  }
  return value;
}
