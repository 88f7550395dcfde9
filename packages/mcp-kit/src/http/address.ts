import { ConfigError } from "../options/config-error.ts";

export type HttpAddress = { host: string; port: number };

export const LOOPBACK = "127.0.0.1";
const DEFAULT_PORT = 8808;
const HIGHEST_PORT = 65_535;

/** Reads `host:port`, `:port`, `port`, `host` or `[v6]:port`. */
export function parseHttpAddress(text: string): HttpAddress {
  const { host, port = DEFAULT_PORT } = parseHostAndPort(text);
  return { host, port };
}

/** The same for programs that choose a port themselves where the address names none. */
export function parseHostAndPort(text: string): { host: string; port: number | undefined } {
  const match =
    /^(?:(\[[0-9a-f:.]+\]|[^:[\]]*):)?(\d+)$/i.exec(text) ?? /^(\[.+\]|[^:]+)$/.exec(text);
  const port = match?.[2] === undefined ? undefined : Number(match[2]);
  if (!match || (port !== undefined && port > HIGHEST_PORT))
    throw new ConfigError(`--http must be host:port, not "${text}".`);
  return { host: (match[1] || LOOPBACK).replace(/^\[|\]$/g, ""), port };
}
