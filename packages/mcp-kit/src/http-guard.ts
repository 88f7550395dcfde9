import type { IncomingMessage } from "node:http";
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import type { Authenticator, Caller } from "./authenticate.ts";
import { isLoopback } from "./http-address.ts";
import { createRateLimiter } from "./rate-limiter.ts";

export type HttpRefusal = { status: number; message: string; headers?: Record<string, string> };

export type Admission = { refusal: HttpRefusal } | { caller: Caller };

export type GuardSettings = {
  host: string;
  allowedHosts: readonly string[];
  callers: Authenticator;
  requestsPerSecond: number;
};

/** Decides whether a request may reach the protocol at all, and as whose. */
export function createHttpGuard(settings: GuardSettings) {
  const { host, allowedHosts, callers, requestsPerSecond } = settings;
  const hosts = [...localhostAllowedHostnames(), host, ...allowedHosts];
  const origins = [...localhostAllowedOrigins(), host, ...allowedHosts];
  // A page that rebinds a name cannot know the token, which is required beyond loopback, where names are many.
  const anyHost = !isLoopback(host) && allowedHosts.length === 0;
  const withinRate = createRateLimiter(requestsPerSecond);

  const refuseSource = ({ headers }: IncomingMessage): HttpRefusal | undefined => {
    if (!anyHost && !validateHostHeader(headers.host, hosts).ok)
      return { status: 403, message: "This Host is not allowed." };
    if (headers.origin !== undefined && !validateOriginHeader(headers.origin, origins).ok)
      return { status: 403, message: "This Origin is not allowed." };
    return undefined;
  };

  const admit = (request: IncomingMessage): Admission => {
    const refusal = refuseSource(request);
    if (refusal) return { refusal };
    const caller = callers.identify(request.headers.authorization);
    // Behind a proxy all tenants share one address, and none may use up the others' share.
    const tenant = caller?.tenant?.name;
    const source = tenant === undefined ? request.socket.remoteAddress : `tenant ${tenant}`;
    if (!withinRate(source ?? "")) return { refusal: TOO_MANY };
    return caller ? { caller } : { refusal: UNKNOWN };
  };

  return { admit, refuseSource };
}

const TOO_MANY = {
  status: 429,
  message: "Too many requests.",
  headers: { "retry-after": "1" },
};

const UNKNOWN = {
  status: 401,
  message: "A valid bearer token is required.",
  headers: { "www-authenticate": "Bearer" },
};
