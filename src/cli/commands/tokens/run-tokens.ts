/** Makes, lists and revokes the tokens of single agents. */
import {
  addAgentToken,
  findTokensFile,
  readAgentTokens,
  removeAgentToken,
  summarizeToken,
  type TokenChoice,
} from "../../../mcp/http/agent-token-file.js";
import { readUses } from "../../../mcp/http/agent-tokens.js";
import { type GivenRule, type PermissionMode, ruleLists } from "../../../permissions/access.js";
import { explainForeignTool } from "../../../permissions/interpret-rule.js";
import { ManagedPolicyFile, requireAllowedMode } from "../../../permissions/settings/managed-policy.js";
import { compile } from "../../../permissions/workspace-permissions.js";
import { visible } from "../../../text/visible.js";
import type { Toolkit } from "../../../toolkit.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { type Cell, renderTable } from "../../table.js";
import { withToolkit } from "../../with-toolkit.js";
import { renderTime } from "../history/words.js";

export interface TokenFlags {
  readonly json?: true;
}

export interface AddTokenFlags extends TokenFlags {
  readonly mode?: PermissionMode;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

/** Only the token goes to standard output, so that it can be sent to a file or a program. */
export function addToken(name: string, flags: AddTokenFlags, door: Door): Promise<ExitCode> {
  const { mode, allow = [], ask = [], deny = [] } = flags;
  const choice: TokenChoice = { name, ...(mode === undefined ? {} : { mode }), allow, ask, deny };
  return withToolkit(jsonOf(flags), door, async (toolkit) => {
    const { terminal } = door;
    if (mode !== undefined) requireAllowedMode(mode, await new ManagedPolicyFile().load(), "--mode");
    const warnings = await findDoubts(choice, toolkit);
    const token = await addAgentToken(choice, toolkit.workspace);
    terminal.write(flags.json === true ? `${JSON.stringify({ name, token, warnings })}\n` : `${token}\n`);
    if (flags.json === true) return EXIT.fine;
    for (const warning of warnings) terminal.writeError(`${visible(`Warning: ${warning}`)}\n`);
    terminal.writeError(
      `This is the token of ${name}. It is shown this once and kept nowhere: give it to the agent as a bearer token.
filewright serve accepts it from now on. To end it: filewright tokens revoke ${name}
`,
    );
    return EXIT.fine;
  });
}

/** Rules that can't be understood are refused before anything is written; others may not do what they seem to. */
async function findDoubts(choice: TokenChoice, toolkit: Toolkit): Promise<readonly string[]> {
  const { workingDirectory, homeDirectory, platform } = toolkit.workspace.surroundings;
  const folders = [workingDirectory];
  const rules: readonly GivenRule[] = ruleLists.flatMap((list) =>
    choice[list].map((text) => ({ text, list, source: { kind: "agent", folders } }) as const),
  );
  const tools = toolkit.tools.map(({ name }) => name);
  const anchors = { workingDirectories: folders, homes: [homeDirectory], roots: folders, platform };
  const { warnings } = await compile(rules, anchors, tools);
  return [
    ...warnings.map(({ rule, problem }) => `${rule.text}: ${problem}`),
    ...rules.flatMap((rule) => explainForeignTool(rule, tools) ?? []),
  ];
}

export function listTokens(flags: TokenFlags, door: Door): Promise<ExitCode> {
  return withToolkit(jsonOf(flags), door, async ({ workspace }) => {
    const { terminal } = door;
    const file = findTokensFile(workspace.stateDirectory);
    const uses = readUses(file);
    const tokens = readAgentTokens(file).map(({ digest, ...token }) => ({
      ...token,
      usedAt: uses.get(digest) ?? null,
    }));
    if (flags.json === true) terminal.write(`${JSON.stringify({ tokens })}\n`);
    else if (tokens.length === 0)
      terminal.writeError("There are no tokens for single agents. To make one: filewright tokens add NAME\n");
    else {
      const rows = tokens.map((token): Cell[] => [
        { text: token.name, colour: "bold" },
        { text: `added ${renderTime(token.createdAt)}`, colour: "dim" },
        { text: token.usedAt === null ? "never used" : `used ${renderTime(token.usedAt)}`, colour: "dim" },
        { text: summarizeToken(token) },
      ]);
      terminal.write(renderTable(rows, { colour: terminal.hasColour }));
    }
    return EXIT.fine;
  });
}

export function revokeToken(name: string, flags: TokenFlags, door: Door): Promise<ExitCode> {
  return withToolkit(jsonOf(flags), door, async ({ workspace }) => {
    const { terminal } = door;
    const isRevoked = await removeAgentToken(name, workspace);
    if (flags.json === true) terminal.write(`${JSON.stringify({ name, isRevoked })}\n`);
    else if (isRevoked)
      terminal.write(
        `The token of ${visible(name)} is revoked. Servers that run end its sessions within a second.\n`,
      );
    else
      terminal.writeError(
        `${visible(`There is no token named ${name}.`)} \`filewright tokens list\` shows all of them.\n`,
      );
    return isRevoked ? EXIT.fine : EXIT.nothingFound;
  });
}

/** The mode of a token is not the mode of the command. */
function jsonOf({ json }: TokenFlags): TokenFlags {
  return json === undefined ? {} : { json };
}
