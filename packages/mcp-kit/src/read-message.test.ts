import { describe, expect, test } from "vitest";
import { readMessage } from "./read-message.ts";

const read = (text: string) => readMessage({ kind: "line", bytes: Buffer.from(text) }, 100);
const refusalOf = (result: ReturnType<typeof readMessage>) =>
  "refusal" in result ? [result.refusal.id, result.refusal.error.code] : result;

describe("readMessage", () => {
  test.each(["", "{", "nul", "\u0000", "{'a':1}"])("answers %j with a parse error", (text) => {
    expect(refusalOf(read(text))).toEqual([null, -32_700]);
  });

  test("reads the id of a message that is no UTF-8, so that it can be answered", () => {
    const text = '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"text":"é"}}';
    const result = readMessage({ kind: "line", bytes: Buffer.from(text, "latin1") }, 100);
    expect(result).toMatchObject({ message: { id: 1, params: { text: "\uFFFD" } } });
  });

  test.each([
    ["[]", null],
    ["1", null],
    ['{"jsonrpc":"1.0","id":4,"method":"ping"}', 4],
    ['{"jsonrpc":"2.0","id":"a","method":5}', "a"],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', 7],
    ['{"jsonrpc":"2.0","id":7}', 7],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null],
  ])("answers %s with an invalid request", (text, id) => {
    expect(refusalOf(read(text))).toEqual([id, -32_600]);
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
  ])("finds the id of an over-long request at its ends", (head, tail, id) => {
    const line = { kind: "overlong" as const, head: Buffer.from(head), tail: Buffer.from(tail) };
    expect(refusalOf(readMessage(line, 100))).toEqual([id, -32_600]);
  });
});
