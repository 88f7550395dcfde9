import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildServerFixture,
  clientKinds,
  resultText,
  startRaw,
  startServer,
  temporaryDirectory,
  waitUntil,
} from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";

let entry: string;
beforeAll(async () => {
  entry = await buildServerFixture(new URL("../fixtures/fixture-app.ts", import.meta.url));
});

describe.each(clientKinds)("a %s client over stdio", (client) => {
  test("lists tools in name order with all four annotations and without output schemas", async () => {
    const server = await startServer({ entry, client });
    const tools = await server.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "client",
      "echo",
      "increment",
      "limited",
      "refuse",
      "wait",
    ]);
    expect(tools[1]).toEqual({
      name: "echo",
      title: "Echo",
      description: "Gives back what it is given.",
      inputSchema: {
        type: "object",
        properties: {
          text: { type: "string", default: "", description: "Any text" },
          count: { type: "integer", minimum: 1, maximum: 10, default: 1, description: "How often" },
          loud: { type: "boolean", default: false, description: "In capitals" },
        },
      },
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    });
  });

  test("gets text and structured content, and text scalars are understood", async () => {
    const server = await startServer({ entry, client });
    const result = await server.call("echo", { text: "ab", count: "2", loud: "true" });
    expect(result.structuredContent).toEqual({ text: "ABAB" });
    expect(resultText(result)).toBe('{"text":"ABAB"}');
  });

  test("gets coded errors, and never the insides of a crash", async () => {
    const server = await startServer({ entry, client, env: { FIXTURE_KEY: "sk-hidden-key-123" } });
    expect(await server.callError("refuse", { how: "coded" })).toMatchObject({
      content: [{ type: "text", text: "E-NO: That cannot be done: try echo." }],
      structuredContent: {
        error: { code: "E-NO", message: "That cannot be done: try echo.", tries: 1 },
      },
    });
    const crashed = await server.callError("refuse", { how: "crash" });
    expect(resultText(crashed)).toBe(
      "INTERNAL: refuse failed unexpectedly; the server's log on stderr has the reason.",
    );
    // The log takes another way than the answer, so it may come later.
    await waitUntil(() => server.stderr().includes("secret internals [redacted]"));
    expect(server.stderr()).not.toContain("sk-hidden-key-123");
    expect(resultText(await server.callError("refuse", { how: "bad-output" }))).toMatch(
      /^INTERNAL/,
    );
    expect(resultText(await server.callError("echo", { count: 11 }))).toMatch(
      /^INVALID_INPUT: count: /,
    );
    expect(resultText(await server.callError("limited"))).toBe(
      "TIMEOUT: The call took longer than 50 ms and was stopped. Ask for less at a time, or try again.",
    );
    expect(resultText(await server.callError("extra"))).toBe(
      "TOOL_DISABLED: Start with --enable-extra to use it.",
    );
    await expect(server.call("nope")).rejects.toMatchObject({ code: -32_602 });
  });

  test("gets progress, and its cancellation reaches the tool", async () => {
    const folder = await temporaryDirectory();
    const journal = join(folder, "journal");
    const server = await startServer({ entry, client, args: ["--journal", journal] });
    const cancel = new AbortController();
    const seen: unknown[] = [];
    const call = server.call(
      "wait",
      { steps: 500 },
      {
        signal: cancel.signal,
        onprogress(progress) {
          seen.push(progress);
          cancel.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    expect(seen).toEqual([{ progress: 1, total: 500, message: "step 1" }]);
    await waitUntil(() => existsSync(journal));
    expect(await server.callOk("echo", { text: "on" })).toEqual({ text: "on" });
  });

  test("never sees what other code writes to stdout", async () => {
    const server = await startServer({ entry, client });
    expect(await server.callOk("refuse", { how: "stdout" })).toEqual({ ok: true });
    await waitUntil(() => server.stderr().includes("not JSON-RPC"));
    expect(server.violations).toEqual([]);
  });
});

test("a client of the 2025 era can be asked for its folders and its model", async () => {
  const server = await startServer({
    entry,
    capabilities: { roots: {}, sampling: {} },
    configure(client) {
      client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///project" }] }));
      client.setRequestHandler("sampling/createMessage", () => ({
        model: "own",
        role: "assistant",
        content: { type: "text", text: "hello" },
      }));
    },
  });
  expect(await server.callOk("client")).toEqual({ roots: ["file:///project"], said: "hello" });
  const plain = await startServer({ entry });
  expect(await plain.callOk("client")).toEqual({ roots: null, said: null });
});

test("a client of the 2026 era is asked for its folders before the tool runs", async () => {
  let asked = 0;
  const server = await startServer({
    entry,
    client: "2026",
    capabilities: { roots: {} },
    configure(client) {
      client.setRequestHandler("roots/list", () => {
        asked += 1;
        return { roots: [{ uri: "file:///project" }, { uri: "file:///other" }] };
      });
    },
  });
  expect(await server.callOk("client")).toEqual({
    roots: ["file:///project", "file:///other"],
    said: null,
  });
  expect(asked).toBe(1);
  const plain = await startServer({ entry, client: "2026" });
  expect(await plain.callOk("client")).toEqual({ roots: null, said: null });
});

test("a second try without the folders is not asked again", async () => {
  const server = await startRaw({ entry });
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": { roots: {} },
  };
  const params = { name: "client", arguments: {}, _meta };
  const first = await server.request("tools/call", params);
  expect(first.result).toMatchObject({
    resultType: "input_required",
    inputRequests: { roots: { method: "roots/list" } },
  });
  const roots = [{ uri: "file:///project" }, { uri: 5 }, null];
  const answers = [
    { roots: { roots } },
    { roots: { method: "roots/list", result: { roots } } },
    { roots: 7 },
    {},
  ];
  const results = [];
  for (const inputResponses of answers) {
    const { result } = await server.request("tools/call", { ...params, inputResponses });
    results.push([result?.["isError"] ?? false, result?.["structuredContent"]]);
  }
  const failed = [true, { error: expect.objectContaining({ code: "ROOTS_WITHHELD" }) }];
  expect(results).toEqual([
    [false, { roots: ["file:///project"], said: null }],
    failed,
    failed,
    failed,
  ]);
});

describe("raw bytes on stdin", () => {
  test("bad lines are answered and the session continues", async () => {
    const server = await startRaw({ entry });
    await server.send("this is not json\n");
    await server.initialize();
    await server.send("\n\r\n[1,2]\n");
    await server.send('{"jsonrpc":"2.0","id":"m","method":"no/such"}\n');
    await server.waitFor(({ id }) => id === "m");
    await server.send(Buffer.from([0xff, 0xfe, 0x0a]));
    const { result } = await server.request("tools/call", {
      name: "echo",
      arguments: { text: "still here" },
    });
    expect(result).toMatchObject({ structuredContent: { text: "still here" } });
    const codes = server.messages.flatMap(({ id, error }) => (error ? [[id, error.code]] : []));
    expect(codes).toEqual([
      [null, -32_700],
      [null, -32_600],
      ["m", -32_601],
      [null, -32_700],
    ]);
    expect(server.violations).toEqual([]);
  });

  test("a line of 256 MiB is refused with its id, in bounded memory", async () => {
    const server = await startRaw({ entry, args: ["--max-input-bytes", "1048576"] });
    await server.initialize();
    const peakBefore = peakMemory(server.pid);
    const filler = Buffer.alloc(1 << 20, "x");
    await server.send('{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"');
    for (let part = 0; part < 256; part += 1) await server.send(filler);
    await server.send('"}}\n');
    const { error } = await server.waitFor(({ id }) => id === 77);
    expect(error?.message).toMatch(/longer than the limit of \d+ bytes/);
    const large = await server.request("tools/call", {
      name: "echo",
      arguments: { text: "y".repeat(1_048_576) },
    });
    expect(large.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "INPUT_TOO_LARGE" } },
    });
    expect(await server.request("ping")).toMatchObject({ result: {} });
    expect(peakMemory(server.pid) - peakBefore).toBeLessThan(96 * 1024);
  });

  test("requests piped in before end of input are all answered", async () => {
    const server = await startRaw({ entry });
    await server.initialize();
    const ids = Array.from({ length: 50 }, (_, index) => index + 1);
    const lines = ids.map((id) =>
      JSON.stringify({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name: "increment", arguments: { name: "n" } },
      }),
    );
    await server.send(lines.join("\n"));
    const { code, ms } = await server.end();
    const answered = server.messages.map(({ id }) => id).filter((id) => typeof id === "number");
    expect(answered.toSorted((a, b) => a - b)).toEqual(ids);
    expect([code, ms < 2_000]).toEqual([0, true]);
  });
});

describe("the end", () => {
  test.each(["SIGTERM", "SIGINT", "end of input"] as const)(
    "%s in the middle of a call lets its write finish and takes less than two seconds",
    async (how) => {
      const journal = join(await temporaryDirectory(), "journal");
      const server = await startServer({ entry, env: { JOURNAL: journal } });
      const call = server.call("wait").catch((error: unknown) => error);
      await waitUntil(() => server.stderr().includes("wait has begun"));
      const exit = how === "end of input" ? await server.close() : await server.kill(how);
      await call;
      expect(readFileSync(journal, "utf8")).toBe("finished\n");
      expect([exit.code, exit.ms < 2_000]).toEqual([0, true]);
    },
  );

  test.each(["SIGTERM", "end of input"] as const)(
    "%s is not held up by a call that cannot be stopped",
    async (how) => {
      const server = await startServer({ entry });
      const call = server.call("refuse", { how: "never-end" }).catch((error: unknown) => error);
      await waitUntil(() => server.stderr().includes("this never ends"));
      const exit = how === "end of input" ? await server.close() : await server.kill(how);
      await call;
      expect([exit.code, exit.ms < 2_000]).toEqual([0, true]);
    },
  );

  test.each(["SIGTERM", "SIGINT", "end of input"] as const)(
    "%s is not held up by a thread that cannot be stopped",
    async (how) => {
      const pipe = join(await temporaryDirectory(), "pipe");
      execFileSync("mkfifo", [pipe]);
      const server = await startServer({ entry, env: { JOURNAL: pipe } });
      const call = server.call("refuse", { how: "pipe" }).catch((error: unknown) => error);
      await waitUntil(() => server.stderr().includes("this never ends"));
      const exit = how === "end of input" ? await server.close() : await server.kill(how);
      await call;
      expect([exit.signal, exit.ms < 2_000]).toEqual(["SIGKILL", true]);
    },
  );
});

function peakMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
}
