/** The rules in force and those that do not count, in the order in which they decide. */
import type { JSX } from "preact";
import type { ListedRule } from "../../../../src/permissions/listed-rule.js";
import { visible } from "../../../../src/text/visible.js";
import { Button } from "../../parts/button.js";
import { Code } from "../../parts/names.js";
import { PathLabel } from "../../parts/path-label.js";
import { Shown } from "../../parts/shown.js";
import { groupRules, isRemovable, type RuleGroup, sourceNames } from "./rules-model.js";
import "./rule-table.css";

interface RuleTableProps {
  readonly rules: readonly ListedRule[];
  /** The one that decides about the path that was tried. */
  readonly deciding: ListedRule | undefined;
  readonly onRemove: (rule: ListedRule & { readonly file: string }) => void;
}

export function RuleTable({ rules, deciding, onRemove }: RuleTableProps): JSX.Element {
  return (
    <div class="rules-scroll">
      <table class="rules-table">
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">From</th>
            <th scope="col">
              <span class="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        {groupRules(rules).map((group) => (
          <Group key={group.list} group={group} deciding={deciding} onRemove={onRemove} />
        ))}
      </table>
    </div>
  );
}

type GroupProps = Omit<RuleTableProps, "rules"> & { readonly group: RuleGroup };

function Group({ group, deciding, onRemove }: GroupProps): JSX.Element {
  return (
    <tbody>
      <tr class="rules-list">
        <th scope="rowgroup" colSpan={3}>
          {group.heading} <span class="rules-meaning">{group.meaning}</span>
        </th>
      </tr>
      {group.rules.length === 0 && (
        <tr>
          <td class="rules-none" colSpan={3}>
            No rules.
          </td>
        </tr>
      )}
      {group.rules.map((rule, index) => (
        <tr
          key={`${index} ${rule.text}`}
          class={rule === deciding ? "rules-deciding" : rule.withheld === undefined ? "" : "rules-withheld"}
        >
          <td>
            <Code text={rule.text} />
            {rule === deciding && <strong class="rules-badge">decides</strong>}
            {rule.withheld !== undefined && (
              <p class="rules-why">
                Does not count because <Shown text={rule.withheld} />.
              </p>
            )}
          </td>
          <td>
            <div class="rules-from">
              <span>{sourceNames[rule.source]}</span>
              {rule.file !== undefined && <PathLabel path={rule.file} />}
            </div>
          </td>
          <td>
            {isRemovable(rule) && (
              <Button
                aria-label={`Remove the ${rule.list} rule ${visible(rule.text)}`}
                onClick={() => onRemove(rule)}
              >
                Remove…
              </Button>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  );
}
