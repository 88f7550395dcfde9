import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { isLoopback } from "./http-address.ts";
import { createRateLimiter } from "./rate-limiter.ts";

export type HttpRefusal = { status: number; message: string; headers?: Record<string, string> };

export type GuardSettings = {
  host: string;
  allowedHosts: readonly string[];
  token: string | undefined;
  requestsPerSecond: number;
};

/** Decides whether a request may reach the protocol at all. */
export function createHttpGuard(settings: GuardSettings) {
  const { host, allowedHosts, token, requestsPerSecond } = settings;
  const hosts = [...localhostAllowedHostnames(), host, ...allowedHosts];
  const origins = [...localhostAllowedOrigins(), host, ...allowedHosts];
  // A page that rebinds a name cannot know the token, which is required beyond loopback, where names are many.
  const anyHost = !isLoopback(host) && allowedHosts.length === 0;
  const withinRate = createRateLimiter(requestsPerSecond);
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`);

  return ({ headers, socket }: IncomingMessage): HttpRefusal | undefined => {
    if (!anyHost && !validateHostHeader(headers.host, hosts).ok)
      return { status: 403, message: "This Host is not allowed." };
    if (headers.origin !== undefined && !validateOriginHeader(headers.origin, origins).ok)
      return { status: 403, message: "This Origin is not allowed." };
    if (!withinRate(socket.remoteAddress ?? ""))
      return { status: 429, message: "Too many requests.", headers: { "retry-after": "1" } };
    if (
      expected &&
      !timingSafeEqual(
        expected,
        digest((headers.authorization ?? "").replace(/^bearer /i, "Bearer ")),
      )
    )
      return {
        status: 401,
        message: "A valid bearer token is required.",
        headers: { "www-authenticate": "Bearer" },
      };
    return undefined;
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
