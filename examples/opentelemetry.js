// Spans and metrics of what an agent does with files, by OpenTelemetry. Here they stay in memory.
import assert from "node:assert/strict";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { createToolkit } from "filewright";
import { traceWorkspace } from "filewright/opentelemetry";
import { createDemoProject } from "./support/demo-project.js";

// In your program: exporters that send, and the providers registered, so that `traceWorkspace(workspace)` finds them by itself.
const spans = new InMemorySpanExporter();
const tracing = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const measuring = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: measured })] });

const project = createDemoProject();
const toolkit = createToolkit({ roots: [project.root], stateDirectory: project.stateDirectory });
const stop = traceWorkspace(toolkit.workspace, {
  tracer: tracing.getTracer("example"),
  meter: measuring.getMeter("example"),
});

const file_path = project.path("src/greeting.js");
await toolkit.call("Edit", { file_path, old_string: "hello", new_string: "hey" });
await toolkit.call("Read", { file_path });
await measuring.forceFlush();

const told = spans.getFinishedSpans().map(({ attributes }) => {
  const { "filewright.tool": tool, "filewright.code": code } = attributes;
  console.log("span:", tool, code ?? "and no error");
  return [tool, code];
});
assert.deepEqual(told, [
  ["Edit", "FILE_NOT_READ"],
  ["Read", undefined],
]);
const metrics = measured
  .getMetrics()
  .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((each) => each.metrics));
const names = metrics.map(({ descriptor }) => descriptor.name);
console.log(`metrics: ${names.join(", ")}`);
assert.ok(names.includes("filewright.call.duration"));

stop();
await toolkit.close();
await Promise.all([tracing.shutdown(), measuring.shutdown()]);
project.remove();
console.log("Done: two calls, two spans and their metrics.");
