import { expect, test } from "vitest";
import { buildServerFixture } from "./build-fixture.ts";
import { startRaw } from "./start-raw.ts";

const notes = new URL("./fixtures/notes-server.ts", import.meta.url);

async function start(args: string[] = []) {
  return startRaw({ entry: await buildServerFixture(notes), args });
}

test("the handshake and a request are answered", async () => {
  const server = await start();
  expect(await server.initialize()).toMatchObject({
    jsonrpc: "2.0",
    result: { protocolVersion: "2025-11-25", serverInfo: { name: "notes" } },
  });
  expect(await server.request("ping")).toEqual({ jsonrpc: "2.0", id: "request-2", result: {} });
  expect(server.messages).toHaveLength(2);
  expect(server.violations).toEqual([]);
});

test("bytes go out exactly as given, in halves of a line too", async () => {
  const server = await start();
  await server.initialize();
  const line = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping" })}\n`);
  await server.send(line.subarray(0, 11));
  await server.send(line.subarray(11));
  expect(await server.waitFor((message) => message.id === 7)).toMatchObject({ result: {} });
});

test("a long line goes through whole, in both directions", async () => {
  const server = await start();
  await server.initialize();
  const text = "é".repeat(1_000_000);
  const answer = await server.request("tools/call", { name: "echo", arguments: { text } });
  expect(answer.result?.["structuredContent"]).toMatchObject({ text });
});

test("lines that are no JSON-RPC are kept apart", async () => {
  const server = await start(["--chatty"]);
  await server.initialize();
  expect(server.violations).toEqual(["hello from the server"]);
});

test("waiting for what never comes ends with the deadline or with the server", async () => {
  const server = await start();
  await expect(server.waitFor(() => false, 20)).rejects.toThrow("No such message within 20 ms");
  const [outcome, exit] = await Promise.allSettled([server.waitFor(() => false), server.end()]);
  expect(outcome).toMatchObject({
    reason: { message: expect.stringContaining("The server ended before such a message") },
  });
  expect(exit).toMatchObject({ value: { code: 0, signal: null } });
});

test("sending to a dead server is an error", async () => {
  const server = await start();
  await server.kill();
  await expect(server.send("{}\n")).rejects.toThrow(/EPIPE|destroyed|after end/);
});
