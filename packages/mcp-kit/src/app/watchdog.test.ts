import { readFileSync } from "node:fs";
import {
  buildFixture,
  buildServerFixture,
  type Exit,
  startHttp,
  startRaw,
  startServer,
  waitUntil,
} from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";

let entry: string;
beforeAll(async () => {
  entry = await buildServerFixture(new URL("../fixtures/fixture-app.ts", import.meta.url));
});

const env = { LOG_LEVEL: "debug" };
const SPINS = "this never ends";
const LISTENS = "the watchdog is listening";
const inTime = ({ signal, ms }: Exit) => [signal, ms < 2_000];
const ignored = (error: unknown) => error;

describe("a process whose event loop never gets a turn ends in less than two seconds", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("by %s over stdio", async (signal) => {
    const server = await startServer({ entry, env });
    await server.call("echo", { text: "first" });
    await waitUntil(() => server.stderr().includes(LISTENS));
    const call = server.call("refuse", { how: "spin" }).catch(ignored);
    await waitUntil(() => server.stderr().includes(SPINS));
    expect(inTime(await server.kill(signal))).toEqual(["SIGKILL", true]);
    await call;
  });

  test("by SIGTERM over HTTP", async () => {
    const server = await startHttp({ entry, env });
    const client = await server.connect();
    await client.call("echo", { text: "first" });
    await waitUntil(() => server.stderr().includes(LISTENS));
    const call = client.call("refuse", { how: "spin" }).catch(ignored);
    await waitUntil(() => server.stderr().includes(SPINS));
    expect(inTime(await server.kill("SIGTERM"))).toEqual(["SIGKILL", true]);
    await Promise.race([call, client.close()]);
  });

  test("by SIGTERM when it runs a command, at once where that does not look at signals", async () => {
    const plain = await startRaw({ entry, env, args: ["spin"] });
    await waitUntil(() => plain.stderr().includes(SPINS));
    expect(inTime(await plain.kill("SIGTERM"))).toEqual(["SIGTERM", true]);
    const watchful = await startRaw({ entry, env, args: ["spin", "watchful"] });
    await waitUntil(() => watchful.stderr().includes(LISTENS));
    await watchful.send("go\n");
    await waitUntil(() => watchful.stderr().includes(SPINS));
    expect(inTime(await watchful.kill("SIGTERM"))).toEqual(["SIGKILL", true]);
  });

  test("by the death of the client that started it", async () => {
    const parent = await startRaw({
      entry: await buildFixture(new URL("../fixtures/parent.ts", import.meta.url)),
      args: [entry],
      env,
    });
    await parent.initialize();
    await parent.request("tools/call", { name: "echo", arguments: {} });
    await waitUntil(() => parent.stderr().includes(LISTENS));
    const pid = Number(/child (\d+)/.exec(parent.stderr())?.[1]);
    const id = "spin";
    const params = { name: "refuse", arguments: { how: "spin" } };
    await parent.send({ jsonrpc: "2.0", id, method: "tools/call", params });
    await waitUntil(() => parent.stderr().includes(SPINS));
    const killedAt = performance.now();
    await parent.kill("SIGKILL");
    await waitUntil(() => hasEnded(pid));
    expect(performance.now() - killedAt).toBeLessThan(2_000);
  });
});

test("a server with a watchdog ends by itself where it can", async () => {
  const server = await startServer({ entry, env });
  await server.call("echo", { text: "first" });
  await waitUntil(() => server.stderr().includes(LISTENS));
  const { code, ms } = await server.kill("SIGTERM");
  expect([code, ms < 2_000]).toEqual([0, true]);
});

test("a server that has not been called has no watchdog", async () => {
  const server = await startServer({ entry, env });
  await server.listTools();
  await server.close();
  expect(server.stderr()).not.toContain(LISTENS);
});

/** One that nobody waits for stays behind as a zombie. */
function hasEnded(pid: number): boolean {
  try {
    return /^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
}
