/**
 * Spans and metrics of what happens in a workspace, for hosts that use OpenTelemetry: the subpath `filewright/opentelemetry`.
 * It only listens. A span is made when its call has ended, with the times that it had, below the caller's own.
 */
import { type HrTime, type Meter, metrics, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { EventSource } from "./notify/event-hub.js";
import type { WorkspaceEvent } from "./notify/events.js";
import { readVersion } from "./package-version.js";

export interface TraceOptions {
  /** The registered provider's by default. */
  readonly tracer?: Tracer;
  /** The registered provider's by default. */
  readonly meter?: Meter;
  /** Puts the paths of files into spans. They are private, so they stay out unless this is said; metrics never have them. */
  readonly paths?: boolean;
}

const NAME = "filewright";

/** Begins to trace; the returned function ends it. */
export function traceWorkspace(
  workspace: { readonly events: EventSource },
  options: TraceOptions = {},
): () => void {
  const { events } = workspace;
  const version = readVersion();
  const tracer = options.tracer ?? trace.getTracer(NAME, version);
  const meter = options.meter ?? metrics.getMeter(NAME, version);
  const countCall = createCallMeasures(meter);
  const stops = [
    events.on("call-finished", (event) => {
      recordSpan(event, tracer, { hasPath: options.paths === true });
      countCall(event);
    }),
    ...countDeeds(events, meter),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function recordSpan(
  { tool, path, code, isError, durationMs, at, sessionId, callId }: WorkspaceEvent<"call-finished">,
  tracer: Tracer,
  { hasPath }: { readonly hasPath: boolean },
): void {
  const span = tracer.startSpan(`${NAME}.call`, {
    startTime: toHrTime(at - durationMs),
    attributes: {
      "filewright.tool": tool,
      "filewright.session": sessionId,
      "filewright.call": callId,
      "filewright.duration_ms": durationMs,
      ...(code === undefined ? {} : { "filewright.code": code }),
      ...(hasPath && path !== undefined ? { "filewright.path": path } : {}),
    },
  });
  if (isError)
    span.setStatus({ code: SpanStatusCode.ERROR, ...(code === undefined ? {} : { message: code }) });
  span.end(toHrTime(at));
}

/** Of numbers it is guessed what they count from, and dates have whole milliseconds. */
function toHrTime(epochMs: number): HrTime {
  return [Math.floor(epochMs / 1000), Math.round((epochMs % 1000) * 1e6)];
}

function createCallMeasures(meter: Meter): (event: WorkspaceEvent<"call-finished">) => void {
  const durations = meter.createHistogram(`${NAME}.call.duration`, {
    description: "How long calls took, questions to people included.",
    unit: "ms",
  });
  const refusals = meter.createCounter(`${NAME}.refusals`, {
    description: "Calls that were refused or failed, by error code.",
  });
  return ({ tool, code, isError, durationMs }) => {
    durations.record(durationMs, { tool, is_error: isError });
    if (code !== undefined) refusals.add(1, { tool, code });
  };
}

function countDeeds(events: EventSource, meter: Meter): readonly (() => void)[] {
  const counter = (name: string, description: string): ReturnType<Meter["createCounter"]> =>
    meter.createCounter(`${NAME}.${name}`, { description });
  const reads = counter("reads", "Files that were read, by kind.");
  const repeated = counter("reads.deduplicated", "Reads answered in a line, because the content was known.");
  const saved = counter("tokens.saved", "Roughly how many tokens such answers have spared the model.");
  const changes = counter("changes", "Files that were changed, by tool and kind of change.");
  const undos = counter("undos", "Files that were taken back, brought back or rewound.");
  return [
    events.on("file-read", ({ kind, deduplicated, savedTokens }) => {
      reads.add(1, { kind });
      if (deduplicated) repeated.add(1, { kind });
      if (savedTokens > 0) saved.add(savedTokens);
    }),
    events.on("file-changed", ({ tool, kind }) => changes.add(1, { tool, kind })),
    events.on("undo", ({ kind }) => undos.add(1, { kind })),
  ];
}
