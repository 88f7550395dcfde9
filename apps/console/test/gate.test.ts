import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, inject, test } from "vitest";
import { reachConsole } from "./support/reach-console.ts";
import { hasBrowser, visit } from "./support/visit.ts";

const empty = reachConsole(inject("empty"));

describe("a caller that is not the page", () => {
  const raw = (path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(empty.origin);
      request({ host: "127.0.0.1", port, path, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once("error", reject)
        .end();
    });

  test.each([
    ["no token", "/", {}, 401],
    ["a wrong token in the address", "/?token=wrong", {}, 401],
    ["a wrong bearer", "/api/state", { authorization: "Bearer wrong" }, 401],
    ["a wrong cookie", "/api/state", { cookie: "faculties_console_1=x" }, 401],
  ])("is refused with %s", async (_, path, headers, status) => {
    expect(await raw(path, headers)).toBe(status);
  });

  test("is refused with a foreign Host, Origin or page, even with the token", async () => {
    const authorization = `Bearer ${empty.token}`;
    const { host } = new URL(empty.origin);
    const asking = (headers: Record<string, string>) =>
      raw("/api/state", { authorization, host, ...headers });
    expect(await asking({})).toBe(200);
    expect(await asking({ host: "evil.example" })).toBe(403);
    expect(await asking({ origin: "http://evil.example" })).toBe(403);
    expect(await asking({ origin: "http://127.0.0.1:1" })).toBe(403);
    expect(await asking({ "sec-fetch-site": "same-site" })).toBe(403);
    expect(await asking({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await asking({ origin: empty.origin, "sec-fetch-site": "same-origin" })).toBe(200);
  });

  test("cannot reach a server around the gate, nor files outside the page", async () => {
    expect(await raw("/agent-memory/mcp", {})).toBe(401);
    for (const path of ["/../package.json", "/%2e%2e/server.cjs", "/unknown/mcp", "/api/unknown"])
      expect((await empty.ask(path)).status).toBe(404);
  });

  test("gets a strict policy with every answer", async () => {
    for (const path of ["/", "/api/state"]) {
      const { headers } = await empty.ask(path);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("content-security-policy")).not.toContain("unsafe");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  test.skipIf(!hasBrowser)(
    "such as another local page in the same browser, cannot read or write",
    async () => {
      const other = createServer((_, response) => response.end("<title>Another</title>"));
      await once(other.listen(0, "127.0.0.1"), "listening");
      const { port } = other.address() as AddressInfo;
      const { page } = await visit(`http://127.0.0.1:${port}/`);
      // Ports do not tell sites apart: the browser sends the cookie along.
      const name = `faculties_console_${new URL(empty.origin).port}`;
      const cookie = { name, value: empty.token, url: empty.origin, httpOnly: true };
      await page.context().addCookies([{ ...cookie, sameSite: "Strict" }]);
      const outcome = await page.evaluate(async (address) => {
        const loadSample = { method: "POST", body: JSON.stringify({ on: true }) };
        await fetch(`${address}/api/sample`, { ...loadSample, mode: "no-cors" }).catch(
          () => undefined,
        );
        return fetch(`${address}/api/state`, { credentials: "include" }).then(
          () => "read",
          () => "refused",
        );
      }, empty.origin);
      expect(outcome).toBe("refused");
      expect((await (await empty.ask("/api/state")).json()).sample.phase).toBe("off");
      other.close();
    },
  );
});
