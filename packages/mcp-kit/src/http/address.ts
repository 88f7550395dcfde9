import { isIP } from "node:net";
import { ConfigError } from "../options/config-error.ts";

export type HttpAddress = { host: string; port: number };

const LOOPBACK = "127.0.0.1";
const DEFAULT_PORT = 8808;

/** Reads `host:port`, `:port`, `port`, `host` or `[v6]:port`. */
export function parseHttpAddress(text: string): HttpAddress {
  const match =
    /^(?:(\[[0-9a-f:.]+\]|[^:[\]]*):)?(\d+)$/i.exec(text) ?? /^(\[.+\]|[^:]+)$/.exec(text);
  if (!match) throw new ConfigError(`--http must be host:port, not "${text}".`);
  const port = match[2] === undefined ? DEFAULT_PORT : Number(match[2]);
  if (port > 65_535) throw new ConfigError(`--http: ${port} is no port.`);
  return { host: (match[1] || LOOPBACK).replace(/^\[|\]$/g, ""), port };
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
