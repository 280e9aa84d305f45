/** The words for who may do what: rules, why something is allowed or not, and which folders are trusted. */

import { Argument, type Command, Option } from "commander";
import { type RuleList, ruleLists } from "../../permissions/access.js";
import { type AddCommand, acting, type Door } from "../door.js";
import { complaintAbout } from "../help.js";
import type { ReportFlags } from "../with-toolkit.js";
import { examples, reporting } from "./definition.js";
import type { AddFlags, RemoveFlags } from "./permissions/change-rules.js";
import type { TrustFlags } from "./permissions/trust.js";

export const addPermissionCommands: AddCommand = (program, door) => {
  const permissions = program
    .command("permissions")
    .description("who may do what: rules, reasons, trust")
    .addHelpText(
      "after",
      examples(
        ["filewright permissions", "what is in force"],
        ["filewright permissions explain Edit src/app.ts", "which rule decides"],
        ['filewright permissions add deny "Read(.env)"', "for this project, for you"],
        ['filewright permissions add allow "Edit(/src/**)" --to project', "for everyone who trusts it"],
      ),
    );
  addList(permissions, door);
  addRuleCommands(permissions, door);
  addExplain(permissions, door);
  addTrust(permissions, door);
};

function addList(permissions: Command, door: Door): void {
  reporting(permissions.command("list", { isDefault: true }))
    .description("mode, rules, settings files, and what is wrong with them")
    // A misspelt subcommand ends up here, because this one needs no name.
    .allowExcessArguments()
    .action(
      acting(door, async (flags: ReportFlags, list: Command) => {
        const [unknown] = list.args;
        if (unknown !== undefined) permissions.error(complaintAbout(unknown, permissions));
        return (await import("./permissions/list.js")).listPermissions(flags, door);
      }),
    );
}

function addRuleCommands(permissions: Command, door: Door): void {
  const list = (): Argument => new Argument("<list>", "which list").choices(ruleLists);
  reporting(permissions.command("add"))
    .description("write a rule to a settings file")
    .addArgument(list())
    .argument("<rule>", "such as Read(.env) or Edit(/src/**)")
    .addOption(
      new Option("--to <settings>", "whose settings: yours for this project, the project's, yours everywhere")
        .choices(["local", "project", "user"])
        .default("local"),
    )
    .action(
      acting(door, async (to: RuleList, rule: string, flags: AddFlags) =>
        (await import("./permissions/change-rules.js")).addRule(to, rule, flags, door),
      ),
    );
  reporting(permissions.command("remove"))
    .description("take a rule out of a settings file")
    .addArgument(list())
    .argument("<rule>", "as it is written there")
    .option("--from <settings>", "local, project, user, or a file", "local")
    .action(
      acting(door, async (from: RuleList, rule: string, flags: RemoveFlags) =>
        (await import("./permissions/change-rules.js")).removeRule(from, rule, flags, door),
      ),
    );
}

function addExplain(permissions: Command, door: Door): void {
  reporting(permissions.command("explain"))
    .description("what a call would be answered now, and by which rule; exit code 3 if it is denied")
    .argument("<tool>", "Read, Write, Edit, Glob, Grep or NotebookEdit")
    .argument("<path>", "the file or folder")
    .action(
      acting(door, async (tool: string, path: string, flags: ReportFlags) =>
        (await import("./permissions/explain.js")).explain(tool, path, flags, door),
      ),
    );
}

function addTrust(permissions: Command, door: Door): void {
  reporting(permissions.command("trust"))
    .description("let a folder's own allow rules, extra roots and mode count; shows them and asks")
    .argument("[dir]", "the folder (default: the working directory)")
    .option("-y, --yes", "do not ask")
    .action(
      acting(door, async (folder: string | undefined, flags: TrustFlags) =>
        (await import("./permissions/trust.js")).trust(folder, flags, door),
      ),
    );
  reporting(permissions.command("untrust"))
    .description("make a folder a stranger again")
    .argument("[dir]", "the folder (default: the working directory)")
    .action(
      acting(door, async (folder: string | undefined, flags: ReportFlags) =>
        (await import("./permissions/trust.js")).untrust(folder, flags, door),
      ),
    );
}
