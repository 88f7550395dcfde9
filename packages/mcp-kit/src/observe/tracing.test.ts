import {
  buildServerFixture,
  runProgram,
  startHttp,
  startServer,
  waitUntil,
} from "@faculties/testkit";
import { hang, json, type Recorder, startRecorder } from "@faculties/testkit/emulators";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createLogger } from "./logger.ts";
import { OtlpExporter } from "./otlp-exporter.ts";
import { traceContextOf } from "./tracing.ts";

let entry: string;
beforeAll(async () => {
  entry = await buildServerFixture(new URL("../fixtures/fixture-app.ts", import.meta.url));
});

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const HEX_16 = expect.stringMatching(/^[0-9a-f]{16}$/);

type Attribute = { key: string; value: { stringValue: string } };
type SentSpan = {
  name: string;
  attributes: Attribute[];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
};
type Envelope = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
};

async function startCollector(...answers: Parameters<typeof startRecorder>): Promise<Recorder> {
  const collector = await startRecorder(...(answers.length > 0 ? answers : [json({})]));
  onTestFinished(() => collector.close());
  return collector;
}

const resourcesIn = ({ requests }: Recorder) =>
  requests.flatMap(({ body }) => (body as Envelope).resourceSpans);
const spansIn = (collector: Recorder) =>
  resourcesIn(collector).flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));

test("every call over stdio is a span in the caller's trace", async () => {
  const collector = await startCollector();
  const server = await startServer({
    entry,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b, x-other=c",
      OTEL_SERVICE_NAME: "named-sk-very-secret",
      FIXTURE_KEY: "sk-very-secret",
    },
  });
  const _meta = { traceparent: `00-${TRACE}-${PARENT}-01` };
  await server.client.callTool({ name: "echo", arguments: { text: "private" }, _meta });
  await server.callError("refuse", { how: "coded" });
  await server.callError("refuse", { how: "crash" });
  await waitUntil(() => spansIn(collector).length === 3);
  expect(server.stderr()).not.toContain("could not be sent");

  const [request] = collector.requests;
  expect(request).toMatchObject({
    method: "POST",
    path: "/v1/traces",
    headers: { "content-type": "application/json", "x-key": "a b", "x-other": "c" },
  });
  expect(request?.bodyText).not.toMatch(/private|sk-very-secret/);
  const [resource] = resourcesIn(collector);
  expect(valuesOf(resource?.resource.attributes ?? [])).toEqual({
    "service.name": "named-[redacted]",
    "service.version": "1.2.3",
  });
  const spans = spansIn(collector);
  expect(spans[0]).toMatchObject({
    traceId: TRACE,
    parentSpanId: PARENT,
    spanId: HEX_16,
    name: "tools/call echo",
    kind: 2,
    status: {},
  });
  expect(spans.map(({ attributes }) => valuesOf(attributes))).toMatchObject([
    { "gen_ai.tool.name": "echo", "faculties.outcome": "ok" },
    { "faculties.outcome": "refused", "error.type": "E-NO" },
    { "faculties.outcome": "failed", "error.type": "failed" },
  ]);
  for (const { startTimeUnixNano: start, endTimeUnixNano: end } of spans) {
    expect(start).toMatch(/^\d{19}$/);
    expect(BigInt(end) >= BigInt(start)).toBe(true);
  }
});

test.each(["2025", "2026"] as const)(
  "over HTTP the %s client's header counts, and what is not sampled is not sent",
  async (kind) => {
    const collector = await startCollector();
    const server = await startHttp({
      entry,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    });
    for (const flags of ["01", "00"]) {
      const headers = { traceparent: `00-${TRACE}-${PARENT}-${flags}` };
      await (await server.connect(kind, { headers })).callOk("echo", { text: flags });
    }
    await waitUntil(() => spansIn(collector).length > 0);
    await server.close();
    expect(spansIn(collector)).toMatchObject([{ traceId: TRACE, parentSpanId: PARENT }]);
  },
);

test("a collector that is away, refuses or hangs costs no call anything", async () => {
  const refusing = await startCollector(json({}, { status: 503 }));
  const hanging = await startCollector(hang());
  for (const url of [refusing.url, hanging.url, "http://127.0.0.1:9"]) {
    const server = await startServer({ entry, env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } });
    expect(await server.callOk("echo", { text: "on" })).toEqual({ text: "on" });
    expect(await server.close()).toMatchObject({ code: 0 });
    expect(server.stderr()).not.toContain("call failed");
  }
});

test("what waits is bounded, and its loss is told once", async () => {
  const collector = await startCollector(json({}, { status: 500 }));
  const logged: string[] = [];
  const exporter = new OtlpExporter({
    endpoint: collector.url,
    headers: undefined,
    service: "s",
    version: "1",
    redact: (text) => text,
    log: createLogger({
      name: "t",
      level: "warn",
      format: "json",
      redact: (text) => text,
      write: (line) => void logged.push(line),
    }),
  });
  const span = { traceId: TRACE, spanId: PARENT, name: "n", kind: 2, attributes: [], status: {} };
  for (let count = 0; count < 5_000; count += 1)
    exporter.record({ ...span, startTimeUnixNano: "1", endTimeUnixNano: "2" });
  await exporter.close();
  expect(spansIn(collector).length).toBeLessThanOrEqual(1024);
  expect(logged).toHaveLength(1);
});

test("an address that is none ends the start", async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4317" };
  expect(await runProgram({ entry, args: [], env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("must look like http://127.0.0.1:4318"),
  });
});

test.each([
  [`00-${TRACE}-${PARENT}-01`, true],
  [`01-${TRACE}-${PARENT}-01-more`, true],
  [`00-${TRACE}-${PARENT}-01-more`, false],
  [`ff-${TRACE}-${PARENT}-01`, false],
  [`00-${"0".repeat(32)}-${PARENT}-01`, false],
  [`00-${TRACE}-${"0".repeat(16)}-01`, false],
  [`00-${TRACE.toUpperCase()}-${PARENT}-01`, false],
  ["nonsense", false],
  [7, false],
])("traceparent %j is taken: %j", (traceparent, isTaken) => {
  expect(traceContextOf({ mcpReq: { _meta: { traceparent } } }) !== undefined).toBe(isTaken);
});
