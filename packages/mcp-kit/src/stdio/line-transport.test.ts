import { PassThrough, Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { waitUntil } from "@faculties/testkit";
import { expect, test } from "vitest";
import { LineTransport } from "./line-transport.ts";

const MEBIBYTE = 1024 * 1024;
const REQUESTS = 20;

test("a client that does not read its answers is not read either, until it does", async () => {
  const input = new PassThrough();
  const written: string[] = [];
  const blocked: (() => void)[] = [];
  let isReading = false;
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      written.push(chunk);
      if (isReading) done();
      else blocked.push(done);
    },
  });
  const settings = {
    maxLineBytes: 1_000,
    drainMs: 100,
    onListen: () => undefined,
    onEnded: () => undefined,
  };
  const transport = new LineTransport({ input, output, ...settings });
  let received = 0;
  transport.onmessage = (message) => {
    received += 1;
    const id = "id" in message ? Number(message.id) : 0;
    void transport.send({ jsonrpc: "2.0", id, result: { text: "x".repeat(MEBIBYTE) } });
  };
  await transport.start();

  for (let id = 1; id <= REQUESTS; id += 1) {
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`);
    await setImmediate();
  }
  expect(received).toBeLessThan(10);

  isReading = true;
  for (const done of blocked) done();
  await waitUntil(() => received === REQUESTS && output.writableLength === 0);
  const answered = written.join("").trim().split("\n");
  expect(answered.map((line) => JSON.parse(line).id)).toEqual(
    Array.from({ length: REQUESTS }, (_, index) => index + 1),
  );
  await transport.close();
});
