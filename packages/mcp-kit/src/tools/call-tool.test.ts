import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { callTool } from "./call-tool.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import { defineTool, type Tool } from "./define-tool.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stopped: unknown[] = [];
const wait = defineTool({
  name: "wait",
  title: "Wait",
  description: "Waits until it is stopped.",
  input: z.object({ for_ms: z.int().default(0) }),
  output: z.object({}),
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  run: (_input, _context, { signal }) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => {
        stopped.push(signal.reason);
        reject(signal.reason);
      });
    }),
});

async function timeOf(tool: Tool, server: { deadlineMs?: number } = {}, input = {}) {
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const definition = { name: "s", title: "S", version: "1", instructions: "", tools: [tool] };
  const signal = new AbortController().signal;
  const began = performance.now();
  const answer = callTool(
    tool,
    input,
    { mcpReq: { signal } } as never,
    {} as never,
    {
      definition: { ...definition, ...server },
      context: {},
      log,
      maxInputBytes: 1_000,
      inFlight: new CallsInFlight(),
      observers: [],
    } as never,
  );
  await vi.runAllTimersAsync();
  const { isError, structuredContent, content } = (await answer).toResult();
  return { ms: performance.now() - began, isError, structuredContent, content };
}

test("a call that nobody gave a deadline is stopped after ten minutes, with a clear error", async () => {
  const { ms, isError, structuredContent } = await timeOf(wait as never);
  expect([ms, isError]).toEqual([600_000, true]);
  expect(structuredContent).toMatchObject({
    error: {
      code: "TIMEOUT",
      message:
        "The call took longer than 600000 ms and was stopped. Ask for less at a time, or try again.",
    },
  });
  expect(stopped).toHaveLength(1);
});

test.each([
  ["the server's", wait, { deadlineMs: 70 }, 70],
  ["the tool's", { ...wait, deadlineMs: 60 }, { deadlineMs: 70 }, 60],
  [
    "the call's own",
    { ...wait, deadlineMs: 60, deadlineOf: ({ for_ms }: { for_ms: number }) => for_ms + 5 },
    { deadlineMs: 70 },
    50,
  ],
])("%s deadline goes before the usual one", async (_whose, tool, server, expected) => {
  expect(await timeOf(tool as never, server, { for_ms: 45 })).toMatchObject({ ms: expected });
});

test("a call that ran out of time gives back what it kept, as the tool last kept it", async () => {
  let finished = 0;
  const tool = defineTool({
    ...wait,
    deadlineMs: 100,
    run(_input, _context, { signal, keepPartial }) {
      keepPartial({ files: [] });
      keepPartial(() => ({ files: Array.from({ length: finished }, (_, at) => `${at}.ts`) }));
      finished = 2;
      return new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    },
  });
  const { structuredContent, content } = await timeOf(tool as never);
  expect(structuredContent).toEqual({
    error: { code: "TIMEOUT", message: expect.stringContaining("100 ms") },
    partial: { files: ["0.ts", "1.ts"] },
  });
  expect(content.at(-1)).toEqual({
    type: "text",
    text: 'Finished before the call ended: {"files":["0.ts","1.ts"]}',
  });
});
