import {
  bytes,
  cut,
  delayed,
  endless,
  hang,
  hangInBody,
  json,
  refuse,
  startRecorder,
} from "@faculties/testkit/emulators";
import { describe, expect, test } from "vitest";
import { exchange, type ExchangeRequest } from "./http-exchange.ts";
import type { RecorderAnswer } from "@faculties/testkit/emulators";

async function recorderWith(...answers: RecorderAnswer[]) {
  const recorder = await startRecorder(...answers);
  const send = (request: Partial<ExchangeRequest> = {}) =>
    exchange({ url: recorder.url, signal: new AbortController().signal, ...request });
  return { recorder, send };
}

describe("exchange", () => {
  test("sends JSON and returns the answer's status, headers and JSON", async () => {
    const { recorder, send } = await recorderWith(
      json({ ok: true }, { status: 201, headers: { "x-request-id": "r1" } }),
    );
    const answer = await send({
      url: `${recorder.url}/path?query=1`,
      headers: { authorization: "Bearer key" },
      body: { greeting: "grüße" },
    });
    expect(answer).toMatchObject({ status: 201, bodyText: '{"ok":true}', json: { ok: true } });
    expect(answer.headers["x-request-id"]).toBe("r1");
    expect(recorder.requests).toMatchObject([
      { method: "POST", path: "/path?query=1", body: { greeting: "grüße" }, disconnected: false },
    ]);
    expect(recorder.requests[0]?.headers).toMatchObject({
      authorization: "Bearer key",
      "content-type": "application/json",
      "content-length": "22",
      accept: "application/json",
      "user-agent": "faculties",
    });
  });

  test("reads any JSON, whatever the content type says", async () => {
    const { send } = await recorderWith(
      bytes('[1, "two"]', { headers: { "content-type": "text/html" } }),
    );
    await expect(send({ method: "GET" })).resolves.toMatchObject({ json: [1, "two"] });
  });

  test.each([
    [
      "an error with its words",
      json({ error: "no" }, { status: 418 }),
      { kind: "http", status: 418, bodyText: '{"error":"no"}' },
    ],
    [
      "an error page",
      bytes("<html>", { status: 502 }),
      { kind: "http", status: 502, bodyText: "<html>" },
    ],
    [
      "an error without body",
      bytes("", { status: 500 }),
      { kind: "http", status: 500, bodyText: "" },
    ],
    [
      "a redirect, which it does not follow",
      bytes("", { status: 307, headers: { location: "/" } }),
      { kind: "http", status: 307 },
    ],
    [
      "a page instead of JSON",
      bytes("<html>"),
      { kind: "garbage", status: 200, bodyText: "<html>" },
    ],
    ["half a JSON text", bytes('{"half":'), { kind: "garbage", status: 200 }],
    [
      "bytes that are no text",
      bytes(Uint8Array.of(0xff, 0xfe, 0x00)),
      { kind: "garbage", status: 200 },
    ],
    ["no body", bytes(""), { kind: "empty", status: 200 }],
    ["a blank body", bytes(" \n"), { kind: "empty", status: 200 }],
    ["a connection cut in mid-body", cut(), { kind: "network", status: undefined }],
    ["a connection closed at once", refuse(), { kind: "network", message: "ECONNRESET" }],
  ])("reports %s", async (_, answer, failure) => {
    const { send } = await recorderWith(answer);
    await expect(send()).rejects.toMatchObject({ name: "HttpFailure", ...failure });
  });

  test("accepts a body at the limit and stops reading one beyond it", async () => {
    const body = JSON.stringify("x".repeat(98));
    const { send } = await recorderWith(bytes(body));
    await expect(send({ maxBytes: 100 })).resolves.toMatchObject({ bodyText: body });
    await expect(send({ maxBytes: 99 })).rejects.toMatchObject({ kind: "oversized", status: 200 });
  });

  test("leaves an endless body", async () => {
    const { recorder, send } = await recorderWith(endless());
    await expect(send({ maxBytes: 1_000_000 })).rejects.toMatchObject({ kind: "oversized" });
    await recorder.waitForDisconnect();
  });

  test.each([
    ["before the headers", hang()],
    ["in mid-body", hangInBody()],
    ["of a slow answer", delayed(60_000, json({}))],
  ])("closes the socket and rethrows the reason when aborted %s", async (_, answer) => {
    const { recorder, send } = await recorderWith(answer);
    const controller = new AbortController();
    const reason = new Error("the client left");
    const left = send({ signal: controller.signal }).catch((thrown: unknown) => thrown);
    await recorder.waitForRequest();
    controller.abort(reason);
    expect(await left).toBe(reason);
    await recorder.waitForDisconnect();
  });

  test("sends nothing for a caller that has left before", async () => {
    const { recorder, send } = await recorderWith(json({}));
    const reason = new Error("the client left");
    await expect(send({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(recorder.requests).toEqual([]);
  });

  test("reports a refused connection", async () => {
    const { recorder, send } = await recorderWith(json({}));
    await recorder.close();
    await expect(send()).rejects.toMatchObject({ kind: "network", message: "ECONNREFUSED" });
  });

  test("reports a server that does not speak TLS", async () => {
    const { recorder, send } = await recorderWith(json({}));
    await expect(send({ url: recorder.url.replace("http:", "https:") })).rejects.toMatchObject({
      kind: "tls",
    });
  });
});
