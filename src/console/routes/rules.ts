import { ruleLists } from "../../permissions/access.js";
import { explainForeignTool } from "../../permissions/interpret-rule.js";
import type { RulesData } from "../contract.js";
import type { Api, ConsoleParts } from "./parts.js";
import { findEngine } from "./questions.js";
import { type Fields, fieldsOf, oneOf, textOf } from "./request-fields.js";

/** The rules in force, which of them decides, and changing them. */
export function addRuleRoutes(api: Api, parts: ConsoleParts): void {
  const { permissions } = parts.toolkit;
  api.get("/api/rules", async (context) => context.json(await readRules(parts)));
  api.post("/api/rules/explain", async (context) => {
    const fields = fieldsOf(context.env.body);
    return context.json(await permissions.explain(textOf(fields, "tool"), textOf(fields, "path")));
  });
  api.post("/api/rules/change", async (context) => {
    const warnings = await changeRules(fieldsOf(context.env.body), parts);
    const rules = await readRules(parts);
    return context.json({ ...rules, warnings: [...rules.warnings, ...warnings] } satisfies RulesData);
  });
}

async function readRules({ toolkit, server, agents }: ConsoleParts): Promise<RulesData> {
  const overview = await toolkit.permissions.overview();
  const tokens = agents.list();
  const { problem } = agents;
  return {
    ...overview,
    warnings: problem === undefined ? overview.warnings : [...overview.warnings, problem],
    tokens,
    tools: toolkit.tools.map(({ name }) => name),
    roots: server.roots,
  };
}

/** Returns what to tell the person about this change alone. */
async function changeRules(
  fields: Fields,
  { toolkit, engines, agents }: ConsoleParts,
): Promise<readonly string[]> {
  const { permissions } = toolkit;
  const change = oneOf(fields, "change", ["add", "remove", "revoke", "revoke-token", "trust", "untrust"]);
  switch (change) {
    case "add": {
      const to = oneOf(fields, "to", ["local", "project", "user"]);
      const [list, text] = [oneOf(fields, "list", ruleLists), textOf(fields, "rule")];
      await permissions.add(list, text, to);
      const tools = toolkit.tools.map(({ name }) => name);
      return [explainForeignTool({ text, list, source: { kind: to, folders: [] } }, tools) ?? []].flat();
    }
    case "remove":
      // One that is not there any more is as good as removed.
      await permissions.remove(
        oneOf(fields, "list", ruleLists),
        textOf(fields, "rule"),
        textOf(fields, "file"),
      );
      return [];
    case "revoke":
      await findEngine(engines, textOf(fields, "engine")).revoke(
        textOf(fields, "session"),
        textOf(fields, "rule"),
      );
      return [];
    case "revoke-token":
      // One that is gone is as good as revoked.
      await agents.revoke(textOf(fields, "name"));
      return [];
    default:
      await permissions[change](textOf(fields, "folder"));
      return [];
  }
}
