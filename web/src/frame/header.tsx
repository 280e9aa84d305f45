import type { JSX } from "preact";
import { forgetKey } from "../api/key.js";
import { postJson } from "../api/request.js";
import type { Connection } from "../api/stream.js";
import { Button } from "../parts/button.js";
import { describeFailure } from "../parts/failure-note.js";
import { PathLabel } from "../parts/path-label.js";
import { showToast } from "../parts/toast.js";
import { connection, server } from "../state/live.js";
import { isSoundOn, switchSound } from "../state/preferences.js";
import { useValue } from "../state/signal.js";
import { playChime } from "./chime.js";

const STATES: Readonly<Record<Connection, string>> = {
  connecting: "Connecting",
  connected: "Live",
  lost: "Not connected",
  "signed-out": "Signed out",
};

export function Header({ onHelp }: { readonly onHelp: () => void }): JSX.Element {
  return (
    <header class="header">
      <a class="header-name" href="#/activity">
        Filewright
      </a>
      <Roots />
      <ConnectionState />
      <div class="header-tools">
        <SoundSwitch />
        <Button onClick={onHelp}>Keys</Button>
        {useValue(connection) !== "signed-out" && <Button onClick={() => void signOut()}>Sign out</Button>}
      </div>
    </header>
  );
}

function Roots(): JSX.Element {
  const roots = useValue(server)?.roots ?? [];
  return (
    <ul class="header-roots" aria-label="Folders that the server's tools work in">
      {roots.map((root) => (
        <li key={root}>
          <PathLabel path={root} isPlain />
        </li>
      ))}
    </ul>
  );
}

function ConnectionState(): JSX.Element {
  const state = useValue(connection);
  return (
    <span class={`header-state header-state-${state}`}>
      <span class="header-dot" aria-hidden="true" />
      {STATES[state]}
    </span>
  );
}

function SoundSwitch(): JSX.Element {
  const isOn = useValue(isSoundOn);
  const onClick = (): void => {
    switchSound(isOn ? "off" : "on");
    if (!isOn) playChime().catch(() => undefined);
  };
  return (
    <Button aria-pressed={isOn} onClick={onClick} title="A short tone when a new question waits">
      Sound
    </Button>
  );
}

async function signOut(): Promise<void> {
  try {
    await postJson("/api/leave", {});
  } catch (failure) {
    const { message, hint } = describeFailure(failure);
    showToast({ kind: "bad", text: `You are still signed in. ${message}`, hint });
    return;
  }
  forgetKey();
  location.reload();
}
