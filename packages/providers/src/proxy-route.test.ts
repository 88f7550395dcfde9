import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { startOpenAiEmulator } from "@faculties/testkit/emulators";
import { afterEach, describe, expect, test } from "vitest";
import { testSettings } from "../test/test-settings.ts";
import { createCompatibleProvider } from "./adapters/compatible.ts";
import { proxyRoute, tunnel } from "./proxy-route.ts";

const through = (environment: Record<string, string>, url: string) =>
  proxyRoute(environment)?.proxyOf(new URL(url))?.href;

describe("the way to a vendor", () => {
  test.each([
    [{}, "https://api.example.com/", undefined],
    [{ HTTPS_PROXY: "http://proxy:3128" }, "https://api.example.com/", "http://proxy:3128/"],
    [{ https_proxy: "proxy:3128" }, "https://api.example.com/", "http://proxy:3128/"],
    [{ HTTPS_PROXY: "http://proxy:3128" }, "http://api.example.com/", undefined],
    [{ ALL_PROXY: "http://proxy:3128" }, "http://api.example.com/", "http://proxy:3128/"],
    [{ ALL_PROXY: "http://proxy:3128" }, "http://127.0.0.1:11434/", undefined],
    [{ ALL_PROXY: "http://proxy:3128", NO_PROXY: "*" }, "https://api.example.com/", undefined],
    [
      { ALL_PROXY: "http://proxy:3128", NO_PROXY: ".example.com" },
      "https://api.example.com/",
      undefined,
    ],
    [
      { ALL_PROXY: "http://proxy:3128", NO_PROXY: "ample.com" },
      "https://api.example.com/",
      "http://proxy:3128/",
    ],
    [
      { ALL_PROXY: "http://proxy:3128", NO_PROXY: "a, api.example.com:443" },
      "https://api.example.com/",
      undefined,
    ],
    [
      { ALL_PROXY: "http://proxy:3128", NO_PROXY: "api.example.com:80" },
      "https://api.example.com/",
      "http://proxy:3128/",
    ],
  ])("with %j to %s is %s", (environment, url, expected) => {
    expect(through(environment, url)).toBe(expected);
  });

  test("an address that is none is named in the first request's error", () => {
    expect(() => through({ HTTPS_PROXY: "socks5://x" }, "https://api.example.com/")).toThrow(
      "not an http or https URL",
    );
  });
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A real proxy on loopback that leads every request and tunnel to one server. */
async function startProxy(target: URL) {
  const seen: string[] = [];
  const logins: (string | undefined)[] = [];
  const server = createServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    logins.push(incoming.headers["proxy-authorization"]);
    const { pathname } = new URL(incoming.url ?? "");
    const passed = request(
      {
        host: target.hostname,
        port: target.port,
        path: pathname,
        method: incoming.method,
        headers: incoming.headers,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    incoming.pipe(passed);
  });
  server.on("connect", (incoming, client) => {
    seen.push(`CONNECT ${incoming.url}`);
    const onward = connect(Number(target.port), target.hostname, () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(client).pipe(onward);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { port, seen, logins };
}

test("a request over http asks the proxy for the whole address, with its login", async () => {
  const emulator = await startOpenAiEmulator();
  emulator.answer("m", "Through.");
  const { port, seen, logins } = await startProxy(new URL(emulator.url));
  const provider = createCompatibleProvider(
    testSettings({
      baseUrl: "http://vendor.invalid/v1",
      proxy: proxyRoute({ HTTP_PROXY: `http://me:pass%20word@127.0.0.1:${port}` }),
    }),
  );
  const answer = await provider.complete({
    model: "m",
    messages: [{ role: "user", content: "?" }],
  });
  expect(answer.text).toBe("Through.");
  expect(seen).toEqual(["POST http://vendor.invalid/v1/chat/completions"]);
  expect(logins).toEqual([`Basic ${Buffer.from("me:pass word").toString("base64")}`]);
});

test("a request over https goes through a tunnel, of which the proxy sees the name only", async () => {
  const emulator = await startOpenAiEmulator();
  const { port, seen } = await startProxy(new URL(emulator.url));
  const { signal } = new AbortController();
  const agent = await tunnel(
    new URL(`http://127.0.0.1:${port}`),
    new URL("https://vendor.invalid/v1"),
    signal,
  );
  expect(seen).toEqual(["CONNECT vendor.invalid:443"]);
  agent.destroy();
});

test("a proxy that is not there is a vendor that cannot be reached", async () => {
  const provider = createCompatibleProvider(
    testSettings({
      baseUrl: "https://vendor.invalid/v1",
      policy: { maxTries: 1, retryDelayMs: 1, timeoutMs: 5000 },
      proxy: proxyRoute({ HTTPS_PROXY: "http://127.0.0.1:1" }),
    }),
  );
  const run = provider.complete({ model: "m", messages: [{ role: "user", content: "?" }] });
  await expect(run).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
});
