import type { JSX } from "preact";
import { EmptyState } from "../../parts/empty-state.js";

/** What to do while no agent has done anything. */
export function NoCalls(): JSX.Element {
  return (
    <EmptyState title="Nothing has happened yet">
      <p>What agents read and change appears here the moment it happens. To connect one to this server:</p>
      <pre>
        <code>filewright install claude-code --http {location.origin}/mcp</code>
      </pre>
      <p>
        Run <code>filewright install</code> to see which clients are on this machine. Agents that run{" "}
        <code>filewright mcp</code> by themselves are seen here too, as soon as they do something.
      </p>
    </EmptyState>
  );
}
