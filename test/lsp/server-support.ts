/** A language server of ours over a scripted one, in a temporary folder. */
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { AbsolutePath, RealPath } from "../../src/fs/paths.js";
import type { Checked, ServerLimits, ServerSpec } from "../../src/lsp/checked.js";
import { LanguageServer } from "../../src/lsp/language-server.js";
import {
  type FakeBehaviour,
  type FakeLanguageServer,
  fakeLanguageServer,
} from "../support/fake-language-server.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

interface Told {
  readonly name: string;
  readonly messages: readonly string[];
}

export interface Served {
  readonly files: TempWorkspace;
  readonly fake: FakeLanguageServer;
  readonly server: LanguageServer;
  /** What its listener was told: "ready", "ended: with code 7". */
  readonly states: string[];
  /** What came without being waited for. */
  readonly others: Told[];
  readonly check: (name: string, text: string, more?: { readonly isSaved?: boolean }) => Promise<Checked>;
  /** The messages that were found, or why they are not known. */
  readonly look: (name: string, text: string) => Promise<readonly string[] | string>;
  readonly pathOf: (name: string) => RealPath;
}

export interface ServeOptions {
  readonly limits?: Partial<ServerLimits>;
  readonly spec?: Partial<ServerSpec>;
}

export function serve(behaviour: FakeBehaviour = {}, { limits, spec }: ServeOptions = {}): Served {
  const files = tempWorkspace({});
  const fake = fakeLanguageServer(behaviour);
  const [program, ...words] = fake.command;
  const states: string[] = [];
  const others: Told[] = [];
  const server = new LanguageServer({
    spec: { name: "fake", program, arguments: words, environment: {}, settleMs: 40, ...spec },
    root: files.root as AbsolutePath,
    now: Date.now,
    limits,
    onState: (state, detail) => states.push(detail === undefined ? state : `${state}: ${detail}`),
    onOthers: (path, diagnostics) =>
      others.push({ name: path.slice(files.root.length + 1), messages: messagesOf({ diagnostics }) }),
  });
  onTestFinished(() => server.close());
  const pathOf = (name: string): RealPath => files.path(name) as RealPath;
  const check: Served["check"] = (name, text, { isSaved = false } = {}) =>
    server.check({ path: pathOf(name), languageId: "plain", text, isSaved });
  const look: Served["look"] = async (name, text) => {
    const checked = await check(name, text);
    return checked.state === "fresh" ? messagesOf(checked) : checked.reason;
  };
  return { files, fake, server, states, others, check, look, pathOf };
}

function messagesOf({
  diagnostics,
}: {
  readonly diagnostics: readonly { readonly message: string }[];
}): string[] {
  return diagnostics.map(({ message }) => message);
}

/** Waits for something that will come, without counting on how long it takes. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 2000 && !isSo(); round += 1) await delay(5);
  if (!isSo()) throw new Error("it did not come about");
}
