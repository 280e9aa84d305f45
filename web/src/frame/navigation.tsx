import type { JSX } from "preact";
import { plural } from "../parts/quantities.js";
import { questions } from "../state/live.js";
import { route } from "../state/route.js";
import { useValue } from "../state/signal.js";
import { renderRoute } from "../text/route-hash.js";
import { views } from "./view-list.js";

export function Navigation(): JSX.Element {
  const { view } = useValue(route);
  return (
    <nav class="navigation" aria-label="Views">
      <ul>
        {views.map(({ name, title, key }) => (
          <li key={name}>
            <a
              href={renderRoute(name)}
              aria-current={view === name ? "page" : undefined}
              title={`Keys: g then ${key}`}
            >
              {title}
              {name === "questions" && <WaitingBadge />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function WaitingBadge(): JSX.Element | null {
  const waiting = useValue(questions).length;
  if (waiting === 0) return null;
  return (
    <span class="navigation-badge">
      {waiting}
      <span class="visually-hidden"> waiting</span>
    </span>
  );
}

/** For those who don't see the badge: tells when it changes. */
export function WaitingAnnouncement(): JSX.Element {
  const waiting = useValue(questions).length;
  return (
    <p class="visually-hidden" role="status">
      {waiting > 0 && `${plural(waiting, "question")} waiting for an answer`}
    </p>
  );
}
