import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkMessage } from "./check-message.ts";

const task = "io.modelcontextprotocol/related-task";
const call = { jsonrpc: "2.0", id: 1, method: "tools/call" };

describe("checkMessage", () => {
  test("cuts off members that JSON-RPC does not know", () => {
    const params = { name: "echo" };
    expect(checkMessage({ ...call, params, timestamp: 1, result: {}, error: null })).toEqual({
      message: { ...call, params },
    });
  });

  test.each([
    [{ ...call, params: null }, call],
    [
      { ...call, params: { name: "a", _meta: null } },
      { ...call, params: { name: "a" } },
    ],
    [
      { ...call, params: { _meta: { progressToken: null, [task]: null, "a/b": 1 } } },
      { ...call, params: { _meta: { "a/b": 1 } } },
    ],
  ])("takes null for a member that is not there: %j", (given, message) => {
    expect(checkMessage(given)).toEqual({ message });
  });

  test.each([
    [{ ...call, params: [1] }, -32_602, "params must be an object, not an array."],
    [{ ...call, params: "a" }, -32_602, "params must be an object, not a string."],
    [{ ...call, params: { _meta: 5 } }, -32_602, "params._meta must be an object, not a number."],
    ...[1.5, {}, [], true].map((progressToken) => [
      { ...call, params: { _meta: { progressToken } } },
      -32_602,
      expect.stringMatching(
        /^params\._meta\.progressToken must be a string or a whole number, not /,
      ),
    ]),
    [
      { ...call, params: { _meta: { [task]: {} } } },
      -32_602,
      `params._meta["${task}"] must be an object with a taskId that is a string.`,
    ],
    [{ ...call, method: null }, -32_600, "method must be a string, not null."],
    [{ ...call, jsonrpc: "1.0" }, -32_600, 'Not a JSON-RPC 2.0 message: jsonrpc must be "2.0".'],
    [
      { jsonrpc: "2.0", id: 1 },
      -32_600,
      "The message has neither a method nor a result nor an error.",
    ],
  ])("refuses %j under its id, in a sentence", (given, code, message) => {
    expect(checkMessage(given)).toEqual({
      refusal: { jsonrpc: "2.0", id: 1, error: { code, message } },
    });
  });

  test.each([null, 1.5, {}, [], true, 2 ** 60])("refuses the id %j", (id) => {
    expect(checkMessage({ ...call, id })).toMatchObject({ refusal: { id: null } });
  });

  test("never answers a notification for its params", () => {
    const notification = { jsonrpc: "2.0", method: "notifications/cancelled" };
    for (const params of [5, [1], { _meta: 5 }, { _meta: { progressToken: {} } }])
      expect(checkMessage({ ...notification, params })).toHaveProperty("ignored");
  });

  test("never answers an answer under its id, which may be the id of one of the client's own requests", () => {
    const malformed = [{ result: 3 }, { result: { _meta: 1 } }, { error: "no" }, { error: {} }];
    for (const part of malformed)
      expect(checkMessage({ jsonrpc: "2.0", id: 4, ...part })).toMatchObject({
        message: { id: 4, error: { code: -32_603 } },
      });
    expect(checkMessage({ jsonrpc: "2.0", id: {}, result: {} })).toMatchObject({
      refusal: { id: null },
    });
    const error = { code: -32_700, message: "The line is not JSON." };
    for (const id of [null, undefined, 1.5])
      expect(checkMessage({ jsonrpc: "2.0", id, error })).toHaveProperty("ignored");
  });

  test("passes nothing on that the SDK would drop", () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    const id = fc.oneof(fc.integer(), fc.string(), json);
    const meta = fc.record(
      { progressToken: id, [task]: fc.oneof(json, fc.record({ taskId: json })), other: json },
      { requiredKeys: [] },
    );
    const params = fc.oneof(
      fc.record({ _meta: fc.oneof(meta, json), name: json }, { requiredKeys: [] }),
      json,
    );
    const error = fc.record(
      { code: fc.oneof(fc.integer(), json), message: fc.oneof(fc.string(), json), data: json },
      { requiredKeys: [] },
    );
    const message = fc.record(
      {
        jsonrpc: fc.constant("2.0"),
        id,
        method: fc.oneof(fc.string(), json),
        params,
        result: fc.oneof(fc.record({ _meta: json }, { requiredKeys: [] }), json),
        error: fc.oneof(error, json),
        more: json,
      },
      { requiredKeys: ["jsonrpc"] },
    );
    let passed = 0;
    fc.assert(
      fc.property(message, (given) => {
        const checked = checkMessage(JSON.parse(JSON.stringify(given)));
        if (!("message" in checked)) return;
        passed += 1;
        expect(() => parseJSONRPCMessage(checked.message)).not.toThrow();
      }),
      { numRuns: 3_000 },
    );
    expect(passed).toBeGreaterThan(500);
  });
});
