import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type HttpServer, startHttp } from "@faculties/testkit";
import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { oauthClient } from "./oauth-client.ts";
import { type Issuer, startIssuer } from "./start-issuer.ts";

const ENTRY = fileURLToPath(
  new URL("../../../../apps/agent-memory/dist/main.mjs", import.meta.url),
);
const SCOPES = ["agent-memory:read", "agent-memory:write", "agent-memory:admin"];
const DECISION = { title: "Use PostgreSQL", target: "database", rationale: "Several hosts write." };

type Shared = { server: HttpServer; issuer: Issuer; resource: string };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

async function share(env: Record<string, string> = {}, format?: "jwt" | "opaque"): Promise<Shared> {
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const issuer = await startIssuer({ resource, scopes: SCOPES, ...(format && { format }) });
  const server = await startHttp({
    entry: ENTRY,
    listen: `127.0.0.1:${port}`,
    env: {
      AGENT_MEMORY_SECRET: "of-the-test",
      AGENT_MEMORY_COOLDOWN_MS: "0",
      MCP_OAUTH_ISSUER: issuer.issuer,
      MCP_PUBLIC_URL: resource,
      ...(format === "opaque" && {
        MCP_OAUTH_CLIENT_ID: issuer.client.id,
        MCP_OAUTH_CLIENT_SECRET: issuer.client.secret,
      }),
      ...env,
    },
  });
  return { server, issuer, resource };
}

const inOneMinute = () => Math.floor(Date.now() / 1000) + 60;
const ALL = { scope: SCOPES.join(" ") };

/** The status of a list of tools with this token, and what the server says of it. */
async function ask({ resource }: Shared, token?: string, headers: Record<string, string> = {}) {
  const answer = await fetch(resource, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "raw", version: "1" },
      },
    }),
  });
  const session = answer.headers.get("mcp-session-id");
  return {
    status: answer.status,
    challenge: answer.headers.get("www-authenticate") ?? "",
    session,
    text: await answer.text(),
  };
}

test("a client finds the issuer, registers, signs its user in with PKCE, and asks for more when a call needs it", async () => {
  const shared = await share();
  const { origin } = new URL(shared.resource);
  for (const path of ["", "/mcp"]) {
    const metadata = await fetch(`${origin}/.well-known/oauth-protected-resource${path}`);
    expect(await metadata.json()).toEqual({
      resource: shared.resource,
      authorization_servers: [shared.issuer.issuer],
      bearer_methods_supported: ["header"],
      resource_name: "agent-memory",
      scopes_supported: SCOPES,
    });
  }
  const first = await ask(shared);
  expect(first.status).toBe(401);
  expect(first.challenge).toBe(
    `Bearer scope="agent-memory:read agent-memory:write", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
  );

  const ada = oauthClient("ada", "agent-memory:read");
  const { client, call } = await ada.connect(new URL(shared.resource));
  expect(ada.asked).toEqual(["agent-memory:read"]);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("record_decision");
  expect((await call("search_decisions", { query: "database" })).isError).toBeFalsy();
  const recorded = await call("record_decision", DECISION);
  expect(recorded.isError).toBeFalsy();
  expect(ada.asked.at(-1)).toContain("agent-memory:write");
  await client.close();
});

test("a client whose token has expired gets another by its refresh token, without its user", async () => {
  const shared = await share();
  const ada = oauthClient("ada");
  const first = await ada.connect(new URL(shared.resource));
  await first.client.close();
  const before = ada.asked.length;
  ada.expire();
  const { call, client } = await ada.connect(new URL(shared.resource));
  expect((await call("search_decisions", { query: "database" })).isError).toBeFalsy();
  expect(ada.asked).toHaveLength(before);
  await client.close();
});

test.each([
  ["no tenant is configured, and each user has data of their own", {}, false],
  ["everybody is one tenant", { MCP_OAUTH_TENANTS: "*=team" }, true],
  [
    "a claim names the tenant",
    { MCP_OAUTH_TENANT_CLAIM: "org.id", MCP_OAUTH_TENANTS: "acme-inc=acme" },
    true,
  ],
])("users see each other's decisions only where %s", async (_, env, seesIt) => {
  const shared = await share(env);
  const tokenOf = (sub: string) =>
    shared.issuer.sign({ ...ALL, sub, exp: inOneMinute(), org: { id: "acme-inc" } });
  const as = async (sub: string) =>
    shared.server.connect("2026", { headers: { authorization: `Bearer ${await tokenOf(sub)}` } });
  const ada = await as("ada");
  await ada.callOk("record_decision", DECISION);
  const found = await (
    await as("bob")
  ).callOk<{ results: unknown[] }>("search_decisions", {
    query: "Use PostgreSQL",
  });
  expect(found.results.length > 0).toBe(seesIt);
  const again = await (
    await as("ada")
  ).callOk<{ results: unknown[] }>("search_decisions", {
    query: "Use PostgreSQL",
  });
  expect(again.results).toHaveLength(1);
});

test("roles come from a claim, and scopes limit what a role may do", async () => {
  const shared = await share({
    MCP_OAUTH_ROLE_CLAIM: "realm_access.roles",
    MCP_OAUTH_ROLES: "lead=admin,guest=viewer",
  });
  const toolsOf = async (claims: object) => {
    const token = await shared.issuer.sign({ sub: "ada", exp: inOneMinute(), ...claims });
    const client = await shared.server.connect("2026", {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await client.listTools()).map(({ name }) => name);
  };
  const lead = { realm_access: { roles: ["other", "lead"] }, ...ALL };
  expect(await toolsOf({ realm_access: { roles: ["guest"] }, scope: "read" })).not.toContain(
    "record_decision",
  );
  expect(await toolsOf(lead)).toContain("record_decision");
  const none = await ask(shared, await shared.issuer.sign({ sub: "ada", exp: inOneMinute() }));
  expect([none.status, none.challenge]).toEqual([
    403,
    expect.stringContaining('error="insufficient_scope"'),
  ]);
});

test("no token that is forged, out of time or meant for others is let in, and the reason is told", async () => {
  const shared = await share();
  const { issuer, resource } = shared;
  const now = Math.floor(Date.now() / 1000);
  const { privateKey } = await generateKeyPair("RS256");
  const claims = { iss: issuer.issuer, aud: resource, sub: "eve", exp: now + 60, ...ALL };
  const forged = (header: object, key = privateKey, content: object = claims) =>
    new SignJWT({ ...content }).setProtectedHeader({ alg: "RS256", ...header }).sign(key);
  const keys = (await (await fetch(`${issuer.issuer}/jwks`)).json()) as { keys: { n: string }[] };
  const publicText = new TextEncoder().encode(JSON.stringify(keys.keys[0]).padEnd(64));
  const wrong: [why: string, token: string, reason: RegExp][] = [
    [
      "another audience",
      await issuer.sign({ ...claims, aud: "https://other.example" }),
      /another audience/,
    ],
    ["no audience", await issuer.sign({ ...claims, aud: [] }), /another audience|claim \\"aud\\"/],
    ["expired", await issuer.sign({ ...claims, exp: now - 60 }), /expired/],
    ["not valid yet", await issuer.sign({ ...claims, nbf: now + 60 }), /not valid yet/],
    ["no end", await issuer.sign({ iss: issuer.issuer, sub: "eve", ...ALL }), /claim \\"exp\\"/],
    [
      "no subject",
      await issuer.sign({ iss: issuer.issuer, exp: now + 60, ...ALL }),
      /claim \\"sub\\"/,
    ],
    ["no signature", new UnsecuredJWT(claims).encode(), /algorithm|signature/],
    [
      "a shared secret made of the public key",
      await new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "first" }).sign(publicText),
      /algorithm/,
    ],
    ["another key under the same name", await forged({ kid: "first" }), /signature/],
    ["an unknown key", await forged({ kid: "second" }), /does not publish/],
    [
      "another issuer",
      await forged({ kid: "first" }, privateKey, { ...claims, iss: "https://evil.example" }),
      /not trusted/,
    ],
    ["half a token", "a.b.c", /JWT|signature/],
    ["a token that is too long", `${"a".repeat(9_000)}`, /too long|./],
    ["no JWT", "opaque", /not a JWT/],
  ];
  for (const [why, token, reason] of wrong) {
    const { status, challenge, text } = await ask(shared, token);
    expect({ why, status, text }).toMatchObject({ why, status: 401 });
    expect(challenge).toContain('error="invalid_token"');
    expect(text).toMatch(reason);
  }
  expect((await ask(shared, await issuer.sign(claims))).status).toBe(200);
  expect(shared.server.stderr()).not.toContain("eyJ");
});

test("tokens that name ever new keys make the server ask the issuer once, not each time", async () => {
  const shared = await share();
  const { privateKey } = await generateKeyPair("RS256");
  const good = await shared.issuer.sign({ sub: "ada", exp: inOneMinute(), ...ALL });
  expect((await ask(shared, good)).status).toBe(200);
  for (let kid = 0; kid < 20; kid += 1) {
    const token = await new SignJWT({ iss: shared.issuer.issuer, sub: "eve", aud: shared.resource })
      .setProtectedHeader({ alg: "RS256", kid: `kid-${kid}` })
      .sign(privateKey);
    expect((await ask(shared, token)).status).toBe(401);
  }
  expect(shared.issuer.keyRequests()).toBeLessThanOrEqual(2);
});

test("a session belongs to its subject: another user of the same tenant cannot use it", async () => {
  const shared = await share({ MCP_OAUTH_TENANTS: "*=team" });
  const tokenOf = (sub: string) => shared.issuer.sign({ ...ALL, sub, exp: inOneMinute() });
  const { session } = await ask(shared, await tokenOf("ada"));
  expect(session).toBeTruthy();
  const steal = async (sub: string) =>
    (
      await fetch(shared.resource, {
        method: "DELETE",
        headers: {
          authorization: `Bearer ${await tokenOf(sub)}`,
          "mcp-session-id": session ?? "",
          "mcp-protocol-version": "2025-11-25",
        },
      })
    ).status;
  expect(await steal("eve")).toBe(404);
  expect(await steal("ada")).toBe(200);
});

test("tokens that are no JWT are checked at the issuer, and a revoked one is refused", async () => {
  const shared = await share({}, "opaque");
  const ada = oauthClient("ada");
  const { client, call } = await ada.connect(new URL(shared.resource));
  expect((await call("search_decisions", { query: "database" })).isError).toBeFalsy();
  expect(ada.tokens()?.access_token.split(".")).toHaveLength(1);
  expect((await ask(shared, "never-given-out")).text).toContain("not active");
  await client.close();
});

test("a server's own tokens count next to those of the issuer", async () => {
  const shared = await share({ MCP_HTTP_TOKEN: "a-static-token" });
  expect((await ask(shared, "a-static-token")).status).toBe(200);
  const token = await shared.issuer.sign({ sub: "ada", exp: inOneMinute(), ...ALL });
  expect((await ask(shared, token)).status).toBe(200);
  expect((await ask(shared, "another-token")).status).toBe(401);
});

test("an issuer that cannot be reached is told apart from a wrong token", async () => {
  const port = await freePort();
  const nowhere = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const issuer = await startIssuer({ resource, scopes: SCOPES });
  const gone = `http://127.0.0.1:${nowhere}`;
  const server = await startHttp({
    entry: ENTRY,
    listen: `127.0.0.1:${port}`,
    env: { MCP_OAUTH_ISSUER: `${gone},${issuer.issuer}`, MCP_PUBLIC_URL: resource },
  });
  const shared = { server, issuer, resource };
  const claims = { sub: "ada", exp: inOneMinute(), ...ALL };
  expect((await ask(shared, await issuer.sign({ ...claims, iss: gone }))).status).toBe(503);
  expect((await ask(shared, await issuer.sign(claims))).status).toBe(200);
});

test("pages of allowed origins may call, others not", async () => {
  const shared = await share({ MCP_CORS_ORIGINS: "https://app.example" });
  const preflight = (origin: string) =>
    fetch(shared.resource, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
  const allowed = await preflight("https://app.example");
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get("access-control-allow-origin")).toBe("https://app.example");
  expect(allowed.headers.get("access-control-allow-headers")).toContain("authorization");
  const refused = await preflight("https://evil.example");
  expect(refused.status).toBe(403);
  expect(refused.headers.get("access-control-allow-origin")).toBeNull();
  const token = await shared.issuer.sign({ sub: "ada", exp: inOneMinute(), ...ALL });
  expect((await ask(shared, token, { origin: "https://app.example" })).status).toBe(200);
  expect((await ask(shared, token, { origin: "https://evil.example" })).status).toBe(403);
});
