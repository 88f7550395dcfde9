import type { Agent as HttpsAgent } from "node:https";
import type { IncomingMessage } from "node:http";
import { HttpFailure } from "./http-failure.ts";

/** The proxy that a request has to take, by the variables that every program on a machine shares. */
export type ProxyRoute = {
  /** Undefined for addresses that are reached without one. */
  proxyOf(target: URL): URL | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, in capitals or not. A proxy address that is none is an error of the first request. */
export function proxyRoute(environment: Environment): ProxyRoute | undefined {
  const read = (name: string) =>
    (environment[name.toLowerCase()] || environment[name])?.trim() || undefined;
  const all = read("ALL_PROXY");
  const addresses: Record<string, string | undefined> = {
    "https:": read("HTTPS_PROXY") ?? all,
    "http:": read("HTTP_PROXY") ?? all,
  };
  if (Object.values(addresses).every((address) => address === undefined)) return undefined;
  const direct = (read("NO_PROXY") ?? "").split(/[\s,]+/).filter((name) => name !== "");
  return {
    proxyOf(target) {
      const address = addresses[target.protocol];
      if (address === undefined || isLoopback(target.hostname)) return undefined;
      if (direct.some((name) => matches(target, name))) return undefined;
      return parseProxy(address);
    },
  };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

/** `*`, a host with or without its port, or the end of a name with or without a dot in front. */
function matches({ hostname, port, protocol }: URL, name: string): boolean {
  if (name === "*") return true;
  const [, host = "", given] = /^(.*?)(?::(\d+))?$/.exec(name.toLowerCase()) ?? [];
  if (given !== undefined && given !== (port || (protocol === "https:" ? "443" : "80")))
    return false;
  const bare = host.replace(/^\*?\./, "");
  return bare !== "" && (hostname === bare || hostname.endsWith(`.${bare}`));
}

function parseProxy(address: string): URL {
  const text = /^[a-z][\w+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new HttpFailure("network", "the address of the proxy is not an http or https URL");
}

/** A tunnel through the proxy to a TLS server: the proxy sees the name of the vendor and nothing of the request. */
export async function tunnel(proxy: URL, target: URL, signal: AbortSignal): Promise<HttpsAgent> {
  const { request } = await (proxy.protocol === "https:"
    ? import("node:https")
    : import("node:http"));
  const host = `${target.hostname}:${target.port || "443"}`;
  const socket = await new Promise<NonNullable<IncomingMessage["socket"]>>((resolve, reject) => {
    const asking = request({
      ...addressOf(proxy),
      method: "CONNECT",
      path: host,
      headers: { host, ...authorization(proxy) },
      signal,
    });
    asking.on("connect", (answer, connected) => {
      if (answer.statusCode === 200) return resolve(connected);
      connected.destroy();
      reject(new HttpFailure("network", `the proxy answered with HTTP ${answer.statusCode}`));
    });
    asking.on("response", (answer) => {
      answer.resume();
      reject(new HttpFailure("network", `the proxy answered with HTTP ${answer.statusCode}`));
    });
    asking.on("error", reject);
    asking.end();
  });
  const [{ Agent }, { connect }] = await Promise.all([import("node:https"), import("node:tls")]);
  const agent = new Agent({ keepAlive: false, maxSockets: 1 });
  agent.createConnection = () => connect({ socket, servername: target.hostname });
  return agent;
}

/** The address of a proxy as `request` takes it. */
export function addressOf({ hostname, port, protocol }: URL) {
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port || (protocol === "https:" ? 443 : 80),
  };
}

export function authorization({ username, password }: URL): Record<string, string> {
  if (username === "") return {};
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` };
}
