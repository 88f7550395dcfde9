import { describe, expect, onTestFinished, test } from "vitest";
import { buildServerFixture } from "./build-fixture.ts";
import { clientKinds } from "./connect-client.ts";
import { startServer } from "./start-server.ts";
import { waitUntil } from "./wait-until.ts";

const notes = new URL("./fixtures/notes-server.ts", import.meta.url);

async function start(options: { args?: string[]; env?: Record<string, string> } = {}) {
  return startServer({ entry: await buildServerFixture(notes), ...options });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

describe.each(clientKinds)("with the %s client", (client) => {
  test("lists the tools, calls one and gets its whole result", async () => {
    const server = await startServer({ entry: await buildServerFixture(notes), client });
    expect((await server.listTools()).map((tool) => tool.name)).toContain("echo");
    expect(await server.call("echo", { text: "hé" })).toMatchObject({
      content: [{ type: "text" }],
      structuredContent: {
        text: "hé",
        digest: "7dfbe0eab96510b11c9a2671d83019cd52953211294db5f917ffa0b7cc84f534",
      },
    });
  });

  test("relays progress", async () => {
    const server = await startServer({ entry: await buildServerFixture(notes), client });
    const seen: number[] = [];
    await server.call("count", {}, { onprogress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2, 3]);
  });

  test("cancels a call through its signal", async () => {
    const server = await startServer({ entry: await buildServerFixture(notes), client });
    const controller = new AbortController();
    const call = server.call("sleep", {}, { signal: controller.signal });
    await waitUntil(() => server.stderr().includes("sleeping"));
    controller.abort();
    await expect(call).rejects.toThrow("abort");
    await waitUntil(() => server.stderr().includes("woken"));
  });
});

test("the 2025 and 2026 clients speak their era", async () => {
  const entry = await buildServerFixture(notes);
  const legacy = await startServer({ entry, client: "2025" });
  const modern = await startServer({ entry, client: "2026" });
  expect(legacy.client.getNegotiatedProtocolVersion()).toBe("2025-11-25");
  expect(modern.client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
});

test("callOk returns structured content and throws with the text of a failure", async () => {
  const server = await start();
  await expect(server.callOk("echo", { text: "a" })).resolves.toMatchObject({ text: "a" });
  await expect(server.callOk("fail", { why: "no paper" })).rejects.toThrow("fail failed: no paper");
  await expect(server.callOk("plain")).rejects.toThrow("without structured content: only text");
});

test("callError returns a failure and throws on a success", async () => {
  const server = await start();
  expect(await server.callError("fail", { why: "no ink" })).toEqual({
    isError: true,
    content: [{ type: "text", text: "no ink" }],
  });
  await expect(server.callError("plain")).rejects.toThrow("plain succeeded");
});

test("the environment is an allow-list, a home of its own and what the test gives", async () => {
  process.env["TESTKIT_LEAK"] = "must not arrive";
  const server = await start({ env: { GIVEN: "yes" } });
  delete process.env["TESTKIT_LEAK"];
  const { env, cwd } = await server.callOk<{ env: Record<string, string>; cwd: string }>(
    "environment",
  );
  expect(env).toEqual({ ...server.home.env, PATH: process.env["PATH"], GIVEN: "yes" });
  expect(cwd).toBe(server.home.directory);
});

test("close ends the server through the end of its input", async () => {
  const server = await start();
  expect(await server.close()).toEqual({ code: 0, signal: null, ms: expect.any(Number) });
  expect(isAlive(server.pid)).toBe(false);
});

test("kill reports the signal, and open calls fail", async () => {
  const server = await start();
  const call = server.call("sleep");
  await waitUntil(() => server.stderr().includes("sleeping"));
  const [outcome, exit] = await Promise.allSettled([call, server.kill()]);
  expect(outcome).toMatchObject({ reason: { message: "Connection closed" } });
  expect(exit).toMatchObject({ value: { code: null, signal: "SIGKILL" } });
});

test("a server that stays after the end of its input is killed and reported", async () => {
  const server = await start({ args: ["--stubborn"] });
  await expect(server.close(200)).rejects.toThrow("Still alive 200 ms after stdin was closed");
  expect(isAlive(server.pid)).toBe(false);
});

test("a server that does not start is reported with its stderr", async () => {
  await expect(start({ args: ["--broken"] })).rejects.toThrow("cannot start");
});

test("disposal ends the server and fails on anything but JSON-RPC on stdout", async () => {
  const server = await start({ args: ["--chatty"] });
  expect(server.violations).toEqual(["hello from the server"]);
  await expect(server[Symbol.asyncDispose]()).rejects.toThrow("hello from the server");
  expect(isAlive(server.pid)).toBe(false);
});

test("await using ends the server with its block", async () => {
  let pid: number;
  {
    await using server = await start();
    pid = server.pid;
    expect(isAlive(pid)).toBe(true);
  }
  expect(isAlive(pid)).toBe(false);
});

test("a server that is left running ends with its test", async () => {
  const pids: number[] = [];
  // Registered first, so run last.
  onTestFinished(() => expect(pids.map(isAlive)).toEqual([false]));
  const server = await start();
  pids.push(server.pid);
  expect(pids.map(isAlive)).toEqual([true]);
});
