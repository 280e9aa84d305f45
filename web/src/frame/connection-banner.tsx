import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { isKeyName } from "../api/key.js";
import { Button } from "../parts/button.js";
import { formatClock } from "../parts/quantities.js";
import { connection, heardAt } from "../state/live.js";
import { useValue } from "../state/signal.js";

/** Says when what is seen is no longer the truth, and what to do about it. */
export function ConnectionBanner(): JSX.Element {
  const state = useValue(connection);
  return (
    <div class="banner-place" role="status">
      {state === "lost" && <Lost />}
      {state === "signed-out" && <SignedOut />}
    </div>
  );
}

function Lost(): JSX.Element {
  const at = useValue(heardAt);
  return (
    <p class="banner">
      The server can't be reached. {at !== undefined && `What you see is from ${formatClock(at)}. `}
      The page goes on by itself when it runs again.
    </p>
  );
}

function SignedOut(): JSX.Element {
  useEffect(() => {
    // The new link may have been opened in another tab.
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      if (isKeyName(key) && newValue !== null) location.reload();
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, []);
  return (
    <p class="banner">
      You are signed out. Run <code>filewright console</code> for a new link.{" "}
      <Button onClick={() => location.reload()}>Try again</Button>
    </p>
  );
}
