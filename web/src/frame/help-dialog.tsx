import type { JSX } from "preact";
import { Dialog } from "../parts/dialog.js";
import { areKeysOn, switchKeys } from "../state/preferences.js";
import { useValue } from "../state/signal.js";
import { type Shortcut, shortcutGroups } from "./shortcut-list.js";

export function HelpDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title} class="help-group">
          <h3>{title}</h3>
          <dl>
            {shortcuts.map((shortcut) => (
              <ShortcutLine key={shortcut.does} {...shortcut} />
            ))}
          </dl>
        </section>
      ))}
      <label>
        <input
          type="checkbox"
          checked={useValue(areKeysOn)}
          onChange={(event) => switchKeys(event.currentTarget.checked ? "on" : "off")}
        />{" "}
        Use these keys
      </label>
    </Dialog>
  );
}

function ShortcutLine({ keys, does }: Shortcut): JSX.Element {
  return (
    <div>
      <dt>
        {keys.map((key, index) => (
          <span key={key}>
            {index > 0 && " then "}
            <kbd>{key}</kbd>
          </span>
        ))}
      </dt>
      <dd>{does}</dd>
    </div>
  );
}
