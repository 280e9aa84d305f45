import type { JSX } from "preact";
import type { HealthData } from "../../../../src/console/contract.js";
import { getJson, pathOf } from "../../api/request.js";
import { Button } from "../../parts/button.js";
import { FailureNote } from "../../parts/failure-note.js";
import { Loading } from "../../parts/loading.js";
import { useResource } from "../../parts/resource.js";
import { TimeLabel } from "../../parts/time-label.js";
import { server } from "../../state/live.js";
import { useValue } from "../../state/signal.js";
import { LanguageServersSection } from "./language-servers-section.js";
import { LimitsSection, ServerSection } from "./server-sections.js";
import { StateSection } from "./state-section.js";
import { UsageSections } from "./usage-sections.js";
import { useRefresh } from "./use-refresh.js";
import "./health.css";

const EVERY_MS = 10_000;

/** How the server is, and what it has been used for. */
export function HealthView(): JSX.Element {
  const load = (signal: AbortSignal): Promise<HealthData> => getJson<HealthData>(pathOf("health"), signal);
  // What is known of one server says nothing of the next.
  const { data, failure, isLoading, reload } = useResource(load, [useValue(server)?.id]);
  useRefresh(reload, EVERY_MS);
  return (
    <div class="view health">
      <div class="view-head">
        <h1>Health</h1>
        <Button onClick={reload}>Reload</Button>
        {data !== undefined && (
          <p class="quiet">
            Counted since the server's start (<TimeLabel at={data.usage.since} />
            ), every 10 seconds anew
          </p>
        )}
      </div>
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      {data === undefined && isLoading && <Loading />}
      {data !== undefined && (
        <div class="health-sections">
          <UsageSections usage={data.usage} />
          <LanguageServersSection health={data} />
          <ServerSection health={data} />
          <LimitsSection health={data} />
          <StateSection health={data} />
        </div>
      )}
    </div>
  );
}
