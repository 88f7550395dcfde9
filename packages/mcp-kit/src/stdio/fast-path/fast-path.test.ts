import { type JSONRPCMessage, Server } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFastPathSession } from "../../fixtures/fast-path-session.ts";
import { answerWith } from "../../tools/call-tool.ts";
import { readMessages } from "../read-lines.ts";
import { type AnswerSink, FastPath, isOrdinaryCall } from "./fast-path.ts";

type Session = Awaited<ReturnType<typeof openFastPathSession>>;

let fast: Session;
let viaSdk: Session;
beforeAll(async () => {
  [fast, viaSdk] = await Promise.all([
    openFastPathSession({ initialized: true }),
    openFastPathSession({ initialized: false }),
  ]);
});
afterAll(async () => {
  await Promise.all([fast.close(), viaSdk.close()]);
});

async function exchangeBoth(line: string): Promise<[string[], string[]]> {
  return Promise.all([fast.exchange(line), viaSdk.exchange(line)]);
}

const json = fc.jsonValue({ maxDepth: 2 });
const oddKey = fc.constantFrom("__proto__", "constructor", "toString", "name");
const dictionary = fc.dictionary(fc.oneof(fc.string(), oddKey), json, { maxKeys: 3 });
const rarely = <Usual, Odd>(usual: fc.Arbitrary<Usual>, odd: fc.Arbitrary<Odd>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });
const absent = fc.constant(undefined);

const input = fc.record(
  {
    text: rarely(fc.string({ maxLength: 25, unit: "binary" }), json),
    count: rarely(fc.integer(), fc.oneof(json, fc.constant("7"))),
    fail: rarely(fc.constantFrom("coded", "crash"), json),
    other: json,
  },
  { requiredKeys: [] },
);
const meta = fc.record({
  progressToken: rarely(fc.oneof(fc.string(), fc.integer(), absent), json),
  "vendor/key": json,
  "io.modelcontextprotocol/related-task": rarely(absent, json),
  "io.modelcontextprotocol/protocolVersion": rarely(absent, fc.constant("2026-07-28")),
});
const params = fc.record({
  name: rarely(fc.constantFrom("echo", "steps"), fc.oneof(fc.constantFrom("extra", "no"), json)),
  arguments: rarely(fc.oneof(input, absent), fc.oneof(dictionary, json)),
  _meta: rarely(fc.oneof(meta, absent), fc.oneof(dictionary, json)),
  task: rarely(absent, json),
  requestState: rarely(absent, json),
});
const call = fc.record({
  jsonrpc: rarely(fc.constant("2.0"), json),
  id: rarely(fc.oneof(fc.integer(), fc.string()), json),
  method: fc.constant("tools/call"),
  params: rarely(params, json),
  extra: rarely(absent, json),
});

test("every call is answered as the SDK answers it, byte by byte", async () => {
  let ordinary = 0;
  await fc.assert(
    fc.asyncProperty(call, async (message) => {
      const line = JSON.stringify(message);
      const [read] = readMessages(
        { kind: "line", bytes: Buffer.from(line) },
        { maxLineBytes: 100_000, batches: false },
      );
      if (read && "message" in read && isOrdinaryCall(read.message)) ordinary += 1;
      const [ours, theirs] = await exchangeBoth(line);
      expect(ours).toEqual(theirs);
    }),
    { numRuns: 500 },
  );
  expect(ordinary).toBeGreaterThan(100);
});

test.each([
  ["a call", { name: "echo", arguments: { text: "a" } }],
  ["a call without arguments", { name: "echo" }],
  ["a text for a number", { name: "echo", arguments: { count: "3" } }],
  ["arguments that are too large", { name: "echo", arguments: { text: "x".repeat(2_000) } }],
  ["a tool that is switched off", { name: "extra" }],
  ["an unknown tool", { name: "nobody" }],
  ["no params", undefined],
  ["a result that is JSON already", { name: "stored" }],
  ["progress", { name: "steps", _meta: { progressToken: "p" } }],
  ["odd keys", JSON.parse('{"name":"echo","arguments":{"__proto__":{"a":1},"constructor":1}}')],
])("%s is answered as the SDK answers it", async (_what, given: unknown) => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: given };
  const [ours, theirs] = await exchangeBoth(JSON.stringify(message));
  expect(ours.length).toBeGreaterThan(0);
  expect(ours).toEqual(theirs);
});

test("a tool may ask the client in the middle of its call", async () => {
  const asking = { jsonrpc: "2.0", id: "ask", method: "tools/call", params: { name: "ask" } };
  const said = { role: "assistant", model: "m", content: { type: "text", text: "hello" } };
  const answers = {
    "sampling/createMessage": said,
    "roots/list": { roots: [{ uri: "file:///a" }] },
  };
  for (const session of [fast, viaSdk]) {
    let written = await session.exchange(JSON.stringify(asking));
    for (const method of ["sampling/createMessage", "roots/list"] as const) {
      const [asked] = written.map((text) => JSON.parse(text) as { id: number; method: string });
      expect(asked?.method).toBe(method);
      const response = { jsonrpc: "2.0", id: asked?.id, result: answers[method] };
      written = await session.exchange(JSON.stringify(response));
    }
    const structured = { roots: ["file:///a"], said: said.content };
    expect(JSON.parse(written[0] ?? "")).toMatchObject({
      result: { structuredContent: structured },
    });
  }
});

const cancelling = [
  ["of a reason", { requestId: "w", reason: "enough" }, ["enough"]],
  ["of no reason", { requestId: "w", _meta: { some: 1 } }, [expect.anything()]],
  ["that is malformed", { requestId: "w", reason: 5 }, []],
  ["with malformed metadata", { requestId: "w", _meta: { progressToken: {} } }, []],
  ["of another call", { requestId: "v" }, []],
] as const;

test.each(cancelling)("a cancellation %s does what the SDK does", async (_what, given, reasons) => {
  const waiting = { jsonrpc: "2.0", id: "w", method: "tools/call", params: { name: "wait" } };
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: given };
  const stop = { ...cancel, params: { requestId: "w" } };
  for (const session of [fast, viaSdk]) {
    session.stopped.length = 0;
    expect(await session.exchange(JSON.stringify(waiting))).toEqual([]);
    expect(await session.exchange(JSON.stringify(cancel))).toEqual([]);
    expect(session.stopped).toEqual(reasons);
    expect(await session.exchange(JSON.stringify(stop))).toEqual([]);
    expect(session.stopped).toHaveLength(1);
  }
});

test("the end of the connection stops the calls under way", async () => {
  const session = await openFastPathSession({ initialized: true });
  const waiting = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "wait" } };
  await session.exchange(JSON.stringify(waiting));
  await session.close();
  expect(session.stopped).toMatchObject([{ message: "Connection closed" }]);
});

test("only ordinary calls after the handshake are taken, and none overtakes what the SDK was given", async () => {
  const server = new Server({ name: "s", version: "1" }, { capabilities: {} });
  const sent: unknown[] = [];
  const sink: AnswerSink = { sendAnswer: (_id, text) => void sent.push(JSON.parse(text)) };
  const calls = new FastPath();
  const take = (taken: JSONRPCMessage) => calls.take(taken, sink);
  const message = {
    jsonrpc: "2.0" as const,
    id: 1,
    method: "tools/call",
    params: { name: "echo" },
  };
  calls.serve(server, (name) =>
    name === "echo"
      ? Promise.resolve(answerWith({ content: [] }))
      : Promise.reject(new Error("broken")),
  );
  expect(take(message)).toBe(false);

  server.oninitialized?.();
  expect(take(message)).toBe(true);
  expect(take({ ...message, params: { name: "other" } })).toBe(true);
  expect(take({ ...message, method: "ping" })).toBe(false);
  expect(take(message)).toBe(false);

  await new Promise((resolve) => setImmediate(resolve));
  expect(take(message)).toBe(true);
  calls.close();
  expect(take(message)).toBe(false);
  expect(sent).toEqual([
    { jsonrpc: "2.0", id: 1, result: { content: [] } },
    { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "Internal error" } },
  ]);
});
