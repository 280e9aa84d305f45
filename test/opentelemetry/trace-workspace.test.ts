/** With the real SDKs, which hold in memory what they would send. */
import { AsyncLocalStorage } from "node:async_hooks";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  type Context,
  type ContextManager,
  context,
  metrics,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { describe, expect, it, onTestFinished } from "vitest";
import { traceWorkspace } from "../../src/opentelemetry.js";
import { tempWorkspace } from "../support/workspace.js";

/** Follows calls through whatever they wait for, as the SDK for Node does. */
class FollowingContext implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();
  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }
  with<Given extends unknown[], Returned>(
    active: Context,
    action: (...given: Given) => Returned,
    self?: unknown,
    ...given: Given
  ): Returned {
    return this.#storage.run(active, () => action.apply(self, given));
  }
  bind<Target>(_: Context, target: Target): Target {
    return target;
  }
  enable(): this {
    return this;
  }
  disable(): this {
    this.#storage.disable();
    return this;
  }
}

function startTracing(): { provider: BasicTracerProvider; spans: () => ReadableSpan[] } {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  onTestFinished(() => provider.shutdown());
  return { provider, spans: () => exporter.getFinishedSpans() };
}

interface Measured {
  readonly provider: MeterProvider;
  /** Each value by its name and attributes; of histograms how many there were. */
  readonly values: () => Promise<Readonly<Record<string, number>>>;
}

function startMeasuring(): Measured {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  onTestFinished(() => provider.shutdown());
  return {
    provider,
    async values() {
      await provider.forceFlush();
      const found: Record<string, number> = {};
      for (const scope of exporter.getMetrics().at(-1)?.scopeMetrics ?? []) {
        for (const { descriptor, dataPoints } of scope.metrics) {
          for (const { attributes, value } of dataPoints) {
            const marks = Object.values(attributes).map(String).toSorted().join(",");
            found[`${descriptor.name} ${marks}`.trim()] = typeof value === "number" ? value : value.count;
          }
        }
      }
      return found;
    },
  };
}

describe("Spans", () => {
  it("tell of each call, below the caller's own, without its path [OTEL-1]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const toolkit = files.editor();
    const { provider, spans } = startTracing();
    context.setGlobalContextManager(new FollowingContext());
    onTestFinished(() => context.disable());
    const tracer = provider.getTracer("test");
    traceWorkspace(toolkit.workspace, { tracer });
    const file_path = files.path("a.txt");
    const begun = Date.now();
    const callers = await Promise.all(
      ["one", "nowhere"].map((old_string, index) =>
        tracer.startActiveSpan(`caller ${index}`, async (caller) => {
          await toolkit.call("Read", { file_path });
          await toolkit.call("Edit", { file_path, old_string, new_string: "two" });
          caller.end();
          return caller.spanContext().spanId;
        }),
      ),
    );
    const ended = Date.now();
    const calls = spans().filter(({ name }) => name === "filewright.call");
    expect(calls).toHaveLength(4);
    for (const [index, caller] of callers.entries()) {
      const own = calls.filter(({ parentSpanContext }) => parentSpanContext?.spanId === caller);
      expect(own.map(({ attributes }) => attributes["filewright.tool"])).toEqual(["Read", "Edit"]);
      const [, edit] = own;
      const failed = { code: SpanStatusCode.ERROR, message: "MATCH_NOT_FOUND" };
      expect(edit?.status).toEqual(index === 0 ? { code: SpanStatusCode.UNSET } : failed);
      expect(edit?.attributes["filewright.code"]).toBe(index === 0 ? undefined : "MATCH_NOT_FOUND");
    }
    for (const { startTime, endTime, attributes } of calls) {
      const [start, end] = [startTime, endTime].map(([seconds, rest]) => seconds * 1000 + rest / 1e6);
      expect(start).toBeGreaterThanOrEqual(begun);
      expect(end).toBeLessThanOrEqual(ended);
      expect((end ?? 0) - (start ?? 0)).toBeCloseTo(Number(attributes["filewright.duration_ms"]));
      expect(attributes["filewright.session"]).toBe(toolkit.session.id);
    }
    expect(JSON.stringify(calls.map(({ attributes }) => attributes))).not.toContain("a.txt");
  });

  it("have the path where that is wanted [OTEL-1]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const toolkit = files.toolkit();
    const { provider, spans } = startTracing();
    traceWorkspace(toolkit.workspace, { tracer: provider.getTracer("test"), paths: true });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    expect(spans()[0]?.attributes["filewright.path"]).toBe(files.path("a.txt"));
  });
});

describe("Metrics", () => {
  it("count what was read, spared, refused, changed and taken back [OTEL-2]", async () => {
    const files = tempWorkspace({ "a.txt": "some words in a file\n".repeat(50) });
    const toolkit = files.editor();
    const { provider, values } = startMeasuring();
    traceWorkspace(toolkit.workspace, { meter: provider.getMeter("test") });
    const saved: number[] = [];
    toolkit.workspace.events.on("file-read", ({ savedTokens }) => saved.push(savedTokens));
    const file_path = files.path("a.txt");
    for (let round = 0; round < 3; round += 1) await toolkit.call("Read", { file_path });
    await toolkit.call("Write", { file_path: files.path("b.txt"), content: "new\n" });
    await toolkit.call("Edit", { file_path, old_string: "nowhere", new_string: "x" });
    await toolkit.call("Read", { file_path: files.path("missing") });
    const [change] = await toolkit.history.list();
    await toolkit.history.undo([change?.record.id ?? ""]);
    const tokens = saved.reduce((sum, each) => sum + each, 0);
    expect(tokens).toBeGreaterThan(0);
    expect(await values()).toEqual({
      "filewright.reads text": 3,
      "filewright.reads.deduplicated text": 1,
      "filewright.tokens.saved": tokens,
      "filewright.changes Write,create": 1,
      "filewright.changes delete,undo": 1,
      "filewright.undos undo": 1,
      "filewright.refusals Edit,MATCH_NOT_FOUND": 1,
      "filewright.refusals FILE_NOT_FOUND,Read": 1,
      "filewright.call.duration Read,false": 3,
      "filewright.call.duration Read,true": 1,
      "filewright.call.duration Write,false": 1,
      "filewright.call.duration Edit,true": 1,
    });
  });
});

describe("Tracing", () => {
  it("uses the registered providers, and ends when it is told to [OTEL-3]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const toolkit = files.toolkit();
    const [tracing, measuring] = [startTracing(), startMeasuring()];
    trace.setGlobalTracerProvider(tracing.provider);
    metrics.setGlobalMeterProvider(measuring.provider);
    onTestFinished(() => {
      trace.disable();
      metrics.disable();
    });
    const stop = traceWorkspace(toolkit.workspace);
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    stop();
    expect(toolkit.workspace.events.isHeard).toBe(false);
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    expect(tracing.spans().map(({ instrumentationScope }) => instrumentationScope.name)).toEqual([
      "filewright",
    ]);
    expect(await measuring.values()).toMatchObject({ "filewright.reads text": 1 });
  });

  it("is a door of its own in the package, and no other one loads its API [OTEL-3]", () => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const script = `
      import { createRequire } from "node:module";
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes("opentelemetry"));
      await import("filewright");
      const before = loaded();
      const { traceWorkspace } = await import("filewright/opentelemetry");
      console.log(JSON.stringify([before, typeof traceWorkspace, loaded()]));`;
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: root,
      encoding: "utf8",
    });
    expect(JSON.parse(printed)).toEqual([false, "function", true]);
  });
});
