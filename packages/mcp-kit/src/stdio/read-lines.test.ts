import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CheckedMessage } from "../protocol/check-message.ts";
import { type Line, LineSplitter, readMessages } from "./read-lines.ts";

const readLine = (line: Line) => readMessages(line, { maxLineBytes: 100, batches: false });
const readAll = (text: string) => readLine({ kind: "line", bytes: Buffer.from(text) });
const read = (text: string) => readAll(text)[0] as CheckedMessage;
const refusalOf = (result: CheckedMessage | undefined) =>
  result && "refusal" in result ? [result.refusal.id, result.refusal.error.code] : result;

describe("readMessages", () => {
  test.each(["", "{", "nul", "\u0000", "{'a':1}"])("answers %j with a parse error", (text) => {
    expect(refusalOf(read(text))).toEqual([null, -32_700]);
  });

  test("reads the id of a message that is no UTF-8, so that it can be answered", () => {
    const text = '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"text":"é"}}';
    const result = readLine({ kind: "line", bytes: Buffer.from(text, "latin1") });
    expect(result).toMatchObject([{ message: { id: 1, params: { text: "\uFFFD" } } }]);
  });

  test.each([
    ["[]", null],
    ["1", null],
    ['{"jsonrpc":"1.0","id":4,"method":"ping"}', 4],
    ['{"jsonrpc":"2.0","id":"a","method":5}', "a"],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":7}', 7],
  ])("answers %s with an invalid request", (text, id) => {
    expect(refusalOf(read(text))).toEqual([id, -32_600]);
  });

  test("refuses each request of a batch by its id, so that none is waited for", () => {
    const batch = [
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", id: "b", method: "tools/call", params: 5 },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 7, result: {} },
      { jsonrpc: "1.0", id: 8, error: {} },
    ];
    expect(readAll(JSON.stringify(batch)).map(refusalOf)).toEqual([
      [1, -32_600],
      ["b", -32_600],
    ]);
    expect(readAll("[1,{}]").map(refusalOf)).toEqual([[null, -32_600]]);
  });

  test("reads the messages of a batch where the revision knows batches", () => {
    const batch = '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":3}]';
    const line = { kind: "line" as const, bytes: Buffer.from(batch) };
    const [first, second] = readMessages(line, { maxLineBytes: 100, batches: true });
    expect(first).toEqual({ message: { jsonrpc: "2.0", id: 1, method: "ping" } });
    expect(refusalOf(second)).toEqual([2, -32_600]);
  });

  test("says of a batch what to send instead", () => {
    const message = "Batches are not supported. Send each message on a line of its own.";
    expect(read("[]")).toMatchObject({ refusal: { error: { message } } });
  });

  test("passes requests, notifications, results and errors on", () => {
    const messages = [
      { jsonrpc: "2.0", id: 0, method: "ping" },
      { jsonrpc: "2.0", method: "notifications/initialized", params: {} },
      { jsonrpc: "2.0", id: "x", result: {} },
      { jsonrpc: "2.0", id: 1, error: { code: 1, message: "no" } },
    ];
    for (const message of messages) expect(read(JSON.stringify(message))).toEqual({ message });
  });

  test.each([
    ['{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"a":"', 'xxxx"}}', 12],
    ['{"method":"tools/call","params":{"id":99,"a":"', 'xx"},"jsonrpc":"2.0","id":"q\\"1"}', 'q"1'],
    ['{"method":"tools/call","params":{"a":"', 'x"},"id":5,"jsonrpc":"2.0"}', 5],
    ['{"method":"tools/call","params":{"id":99,"a":"', 'x"}}', null],
    [String.raw`{"jsonrpc":"2.0","id":"\x","method":"tools/call","params":{"a":"`, 'x"}}', null],
    ['{"id":"a\tb","method":"tools/call","params":{"a":"', 'x"}}', null],
    ['{"id":007,"method":"tools/call","params":{"a":"', 'x"}}', null],
  ])("finds the id of an over-long request at its ends", (head, tail, id) => {
    const line = { kind: "overlong" as const, head: Buffer.from(head), tail: Buffer.from(tail) };
    expect(readLine(line).map(refusalOf)).toEqual([[id, -32_600]]);
  });
});

function split(text: string, maxLineBytes: number, cuts: readonly number[] = []): string[] {
  const splitter = new LineSplitter(maxLineBytes);
  const bytes = Buffer.from(text);
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  const lines = edges
    .slice(1)
    .flatMap((edge, index) => [...splitter.push(bytes.subarray(edges[index], edge))]);
  const rest = splitter.end();
  return [...lines, ...(rest ? [rest] : [])].map((line) =>
    line.kind === "line" ? line.bytes.toString() : `overlong ${line.head} … ${line.tail}`,
  );
}

describe("LineSplitter", () => {
  test("drops empty lines and carriage returns, and keeps an unfinished last line", () => {
    expect(split("one\r\n\n\ntwo\nthree", 100)).toEqual(["one", "two", "three"]);
  });

  test("keeps only the two ends of a line over the limit, and reads on after it", () => {
    const long = `start${"x".repeat(5_000)}end`;
    const [first, second] = split(`${long}\nnext\n`, 1_000);
    expect(first?.length).toBeLessThan(1_100);
    expect(first).toMatch(/^overlong start.*end$/);
    expect(second).toBe("next");
  });

  test("a line of exactly the limit is whole", () => {
    expect(split(`${"y".repeat(1_000)}\n`, 1_000)).toEqual(["y".repeat(1_000)]);
  });

  test("gives the same lines however the bytes are cut into chunks", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", maxLength: 60 })),
        fc.array(fc.nat(2_000)),
        (lines, cuts) => {
          const text = lines.map((line) => line.replaceAll(/[\r\n]/g, " ")).join("\n");
          expect(split(text, 50, cuts)).toEqual(split(text, 50));
        },
      ),
    );
  });
});
