/** What a change of the rules means, before it is made. */
import type { JSX } from "preact";
import type { RuleChange } from "../../../../src/console/contract.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { Code } from "../../parts/names.js";

interface RuleConfirmationProps {
  readonly change: RuleChange;
  readonly onConfirm: (change: RuleChange) => Promise<void>;
  readonly onClose: () => void;
}

export function RuleConfirmation({ change, onConfirm, onClose }: RuleConfirmationProps): JSX.Element {
  const { title, action, kind, text } = describe(change);
  return (
    <ConfirmDialog title={title} action={action} kind={kind} run={() => onConfirm(change)} onClose={onClose}>
      {text}
    </ConfirmDialog>
  );
}

interface Description {
  readonly title: string;
  readonly action: string;
  readonly kind: "main" | "danger";
  readonly text: JSX.Element;
}

function describe(change: RuleChange): Description {
  switch (change.change) {
    case "add":
      return {
        title: "Add this rule?",
        action: "Add",
        kind: "main",
        text: (
          <p>
            The {change.list} rule <Code text={change.rule} /> is written to the {change.to} settings, and
            holds from the next call on.
          </p>
        ),
      };
    case "remove":
      return {
        title: "Remove this rule?",
        action: "Remove",
        kind: "danger",
        text: (
          <p>
            The {change.list} rule <Code text={change.rule} /> is taken out of <Code text={change.file} />,
            and no longer holds from the next call on.
          </p>
        ),
      };
    case "revoke":
      return {
        title: "Take this back?",
        action: "Take back",
        kind: "main",
        text: (
          <p>
            The session is asked again about <Code text={change.rule} />.
          </p>
        ),
      };
    case "revoke-token":
      return {
        title: "Revoke this token?",
        action: "Revoke",
        kind: "danger",
        text: (
          <p>
            The token of <Code text={change.name} /> is no longer accepted, and its sessions end at once.
          </p>
        ),
      };
    case "trust":
      return {
        title: "Trust this folder?",
        action: "Trust",
        kind: "danger",
        text: (
          <>
            <p>
              <Code text={change.folder} />
            </p>
            <p>
              Its own settings may then allow agents to read and change files without asking, add folders to
              the roots and loosen the mode, also by what someone commits to it later. Trust it if you know
              who writes its settings.
            </p>
          </>
        ),
      };
    default:
      return {
        title: "Stop trusting this folder?",
        action: "Stop trusting",
        kind: "main",
        text: (
          <>
            <p>
              <Code text={change.folder} />
            </p>
            <p>
              Its allow rules, added folders and looser modes no longer count, nor does what you have answered
              “always” to there. Its deny and ask rules still do.
            </p>
          </>
        ),
      };
  }
}
