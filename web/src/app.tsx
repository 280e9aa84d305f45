import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ConnectionBanner } from "./frame/connection-banner.js";
import { Header } from "./frame/header.js";
import { HelpDialog } from "./frame/help-dialog.js";
import { Navigation, WaitingAnnouncement } from "./frame/navigation.js";
import { useShortcuts } from "./frame/use-shortcuts.js";
import { views } from "./frame/view-list.js";
import { EmptyState } from "./parts/empty-state.js";
import { Toasts } from "./parts/toast.js";
import { route } from "./state/route.js";
import { useValue } from "./state/signal.js";
import "./frame/frame.css";

/** The frame around the views. */
export function App(): JSX.Element {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts(() => setHelpOpen(true));
  return (
    <div class="frame">
      <a class="skip-link" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <Header onHelp={() => setHelpOpen(true)} />
      <ConnectionBanner />
      <Navigation />
      <Main />
      <WaitingAnnouncement />
      <Toasts />
      {isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

function Main(): JSX.Element {
  const { view: name } = useValue(route);
  const place = useRef<HTMLElement>(null);
  const lastName = useRef(name);
  useEffect(() => {
    if (lastName.current === name) return;
    lastName.current = name;
    // Whoever went somewhere by key or link goes on from there, and hears where that is.
    place.current?.focus();
    place.current?.scrollTo(0, 0);
  }, [name]);
  const view = views.find((each) => each.name === name);
  return (
    <main id="main" ref={place} class="main" tabIndex={-1} aria-label={view?.title ?? "Not found"}>
      {view === undefined ? <NoSuchView /> : <view.component key={name} />}
    </main>
  );
}

function NoSuchView(): JSX.Element {
  return (
    <EmptyState title="There is no such view">
      <p>
        The address names none of the views. <a href="#/activity">Go to Activity</a>
      </p>
    </EmptyState>
  );
}

/** The address names the view, so that it can't name a place in it too. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
