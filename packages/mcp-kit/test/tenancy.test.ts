import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildServerFixture,
  type HttpServer,
  runProgram,
  startHttp,
  temporaryDirectory,
  waitUntil,
} from "@faculties/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashToken } from "../src/http/caller.ts";
import { editTokens } from "../src/tenancy/run-token.ts";

const ROLES = ["reader", "writer"];

let entry: string;
let file: string;
let server: HttpServer;
const tokens: Record<string, string> = {};

/** As the command does, without a process for it. */
async function addToken(tenant: string, role?: string): Promise<string> {
  const token = `token-of-${tenant}-${role}`;
  const hash = hashToken(token).toString("hex");
  await editTokens(file, ROLES, (known) => ({ ...known, [hash]: { name: tenant, role } }));
  return token;
}

const env = () => ({ MCP_TOKENS_FILE: file });
const bearer = (token = "") => ({ authorization: `Bearer ${token}` });

beforeAll(async () => {
  entry = await buildServerFixture(new URL("../src/fixtures/fixture-app.ts", import.meta.url));
  file = join(await temporaryDirectory(), "tokens.json");
  for (const tenant of ["red", "blue"]) tokens[tenant] = await addToken(tenant);
  server = await startHttp({ entry, env: env(), args: ["--log-level", "debug"] });
});
afterAll(() => server.close());

const as = (tenant: string, kind: "2025" | "2026" = "2025") =>
  server.connect(kind, { headers: bearer(tokens[tenant]) });

const INITIALIZE = {
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
};

function post(
  token: string | undefined,
  message: object = INITIALIZE,
  more: Record<string, string> = {},
): Promise<Response> {
  return fetch(server.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token !== undefined && bearer(token)),
      ...more,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });
}

describe("the command token", () => {
  test("stores the hash alone, for the owner alone, and lists and revokes by it", async () => {
    const run = (...args: string[]) => runProgram({ entry, args: ["token", ...args], env: env() });
    const added = await run("add", "green", "--role", "reader");
    expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining("not shown again") });
    const token = added.stdout.trim();
    expect(token).toMatch(/^fct_[\w-]{43}$/);
    expect(readFileSync(file, "utf8")).not.toContain(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const { stdout } = await run("list");
    expect(stdout).toMatch(/^[0-9a-f]{12} {2}green {2}reader$/m);
    const hash = /(\w+) {2}green/.exec(stdout)?.[1] ?? "";
    expect((await post(token)).status).toBe(200);
    expect(await run("revoke", hash)).toMatchObject({ code: 0, stdout: `revoked ${hash}\n` });
    expect((await post(token)).status).toBe(401);
    expect(await run("revoke", hash)).toMatchObject({ code: 2, stdout: "" });
  });

  test.each([
    [["add", "Not A Name"], /A tenant must be 1 to 40 of a-z, 0-9 and -/],
    [["add", "red", "--role", "root"], /a role must be one of reader, writer, not "root"/],
    [["add"], /Say token add <tenant>/],
    [["revoke", "ab"], /at least 8 digits/],
  ])("token %j is refused", async (args, message) => {
    const before = readFileSync(file, "utf8");
    const run = await runProgram({ entry, args: ["token", ...args], env: env() });
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(message) });
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});

describe("the start", () => {
  const start = (args: string[], more: Record<string, string> = {}) =>
    runProgram({ entry, args, env: { ...env(), ...more } });

  test("needs a tokens file that can be used, and nothing that contradicts it", async () => {
    const http = ["--http", "127.0.0.1:0"];
    const results = await Promise.all([
      start(http, { MCP_TOKENS_FILE: "/does/not/exist" }),
      start(http, { MCP_HTTP_TOKEN: "another" }),
      start([...http, "--tenant", "red"]),
      start([...http, "--tools", "nope"]),
      start([]),
      start(["--tenant", "../red"], { MCP_TOKENS_FILE: "" }),
    ]);
    expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(results.map(({ stderr }) => stderr)).toEqual([
      expect.stringMatching(/Cannot use the tokens file \/does\/not\/exist: ENOENT/),
      expect.stringMatching(/not both/),
      expect.stringMatching(/leave --tenant out/),
      expect.stringMatching(/no tool named nope/),
      expect.stringMatching(/needs --http/),
      expect.stringMatching(/--tenant must be 1 to 40/),
    ]);
  });
});

describe.each(["2025", "2026"] as const)("%s clients of two tenants", (kind) => {
  test("share no data, by tool or by resource", async () => {
    const [red, blue] = [await as("red", kind), await as("blue", kind)];
    const name = `shared-${kind}`;
    for (const value of [1, 2, 3])
      expect(await red.callOk("increment", { name })).toEqual({ value });
    expect(await blue.callOk("increment", { name })).toEqual({ value: 1 });
    await red.callOk("increment", { name: `red-${kind}` });

    const uris = async (client: typeof red.client) => {
      const found: string[] = [];
      for (let cursor: string | undefined = ""; cursor !== undefined;) {
        const page: { resources: { uri: string }[]; nextCursor?: string | undefined } =
          await client.listResources({ cursor });
        found.push(...page.resources.map(({ uri }) => uri));
        cursor = page.nextCursor;
      }
      return found;
    };
    expect(await uris(red.client)).toContain(`counter://red-${kind}`);
    expect(await uris(blue.client)).not.toContain(`counter://red-${kind}`);
    const uri = `counter://red-${kind}`;
    expect((await red.client.readResource({ uri })).contents).toHaveLength(1);
    await expect(blue.client.readResource({ uri })).rejects.toThrow();
  });

  test("are not told of each other's changes", async () => {
    const told: Record<string, string[]> = { red: [], blue: [] };
    const uri = `counter://watched-${kind}`;
    for (const tenant of ["red", "blue"]) {
      const { client } = await server.connect(kind, {
        headers: bearer(tokens[tenant]),
        configure: (made) =>
          made.setNotificationHandler("notifications/resources/updated", ({ params }) => {
            told[tenant]?.push(params.uri);
          }),
      });
      if (kind === "2026") await client.listen({ resourceSubscriptions: [uri] });
      else await client.subscribeResource({ uri });
    }
    const [red, blue] = [await as("red", kind), await as("blue", kind)];
    await red.callOk("increment", { name: `watched-${kind}` });
    await waitUntil(() => told["red"]?.includes(uri) === true);
    expect(told["blue"]).not.toContain(uri);
    // A later event has arrived, so an earlier one that is missing will never come.
    await blue.callOk("increment", { name: `watched-${kind}` });
    await waitUntil(() => told["blue"]?.includes(uri) === true);
    expect(told["blue"]?.filter((changed) => changed === uri)).toHaveLength(1);
  });
});

describe("another tenant's session", () => {
  test("does not exist, for any method", async () => {
    const opened = await post(tokens["red"]);
    const session = { "mcp-session-id": String(opened.headers.get("mcp-session-id")) };
    const ping = { method: "ping" };
    expect((await post(tokens["blue"], ping, session)).status).toBe(404);
    for (const method of ["GET", "DELETE"]) {
      const headers = { ...session, ...bearer(tokens["blue"]), accept: "text/event-stream" };
      expect((await fetch(server.url, { method, headers })).status).toBe(404);
    }
    expect((await post(undefined, ping, session)).status).toBe(401);
    expect((await post(tokens["red"], ping, session)).status).toBe(200);
  });

  test("does not exist for another role of the same tenant either", async () => {
    const [reader, writer] = [await addToken("roles", "reader"), await addToken("roles", "writer")];
    const opened = await post(writer);
    const session = { "mcp-session-id": String(opened.headers.get("mcp-session-id")) };
    expect((await post(reader, { method: "ping" }, session)).status).toBe(404);
    await waitUntil(() => /context created tenant=roles .*role=writer/.test(server.stderr()));
  });
});

describe("revoking", () => {
  test("ends the streams that are open, and leaves the others alone", async () => {
    const doomed = await addToken("doomed");
    const listen = async (token = "") => {
      const opened = await post(token);
      const headers = {
        ...bearer(token),
        accept: "text/event-stream",
        "mcp-session-id": String(opened.headers.get("mcp-session-id")),
      };
      const stream = await fetch(server.url, { headers });
      expect(stream.status).toBe(200);
      return stream;
    };
    const [cut, kept] = [await listen(doomed), await listen(tokens["red"])];
    await editTokens(file, ROLES, (known) =>
      Object.fromEntries(Object.entries(known).filter(([, { name }]) => name !== "doomed")),
    );
    await expect(cut.text()).rejects.toThrow();
    const race = await Promise.race([kept.text().catch(() => "ended"), Promise.resolve("open")]);
    expect(race).toBe("open");
  });

  test("waits while the file is broken", async () => {
    const good = readFileSync(file, "utf8");
    writeFileSync(file, good.slice(0, -20));
    expect((await post(tokens["red"])).status).toBe(200);
    await waitUntil(() => server.stderr().includes("the tokens read before still count"));
    writeFileSync(file, good);
    expect((await post(tokens["red"])).status).toBe(200);
  });
});

test("one tenant's haste does not slow the others down", async () => {
  const limited = await startHttp({ entry, env: env(), args: ["--http-rate-limit", "5"] });
  const status = async (token: string | undefined) => {
    const headers = { ...bearer(token), "content-type": "application/json" };
    return (await fetch(limited.url, { method: "POST", headers, body: "{}" })).status;
  };
  const hasty = await Promise.all(Array.from({ length: 30 }, () => status(tokens["red"])));
  expect(hasty).toContain(429);
  expect(await status(tokens["blue"])).not.toBe(429);
});

test("more tenants than may be open at once take turns", async () => {
  const narrow = await startHttp({ entry, env: env(), args: ["--most-tenants", "1"] });
  const at = async (tenant: string) =>
    (await narrow.connect("2026", { headers: bearer(tokens[tenant]) })).listTools();
  expect(await at("red")).toHaveLength(6);
  expect(await at("blue")).toHaveLength(6);
  const red = await narrow.connect("2026", { headers: bearer(tokens["red"]) });
  const stop = new AbortController();
  const begun = new Promise<void>((resolve) => {
    const options = { signal: stop.signal, onprogress: () => resolve() };
    void red.call("wait", { steps: 1 }, options).catch(() => undefined);
  });
  await begun;
  await expect(at("blue")).rejects.toThrow(/HTTP 503/);
  stop.abort();
  await waitUntil(async () => (await at("blue").catch(() => [])).length === 6);
});
