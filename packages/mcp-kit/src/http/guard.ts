import type { IncomingMessage } from "node:http";
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import {
  type Authenticator,
  type Caller,
  Denial,
  isLoopback,
  networkOf,
  type Source,
  type Sources,
} from "./caller.ts";
import type { HttpRefusal } from "./refusal.ts";

type Admission =
  | { refusal: HttpRefusal; from: string }
  | { caller: Caller; source: Source; refusal?: undefined };

type GuardSettings = {
  host: string;
  allowedHosts: readonly string[];
  /** Origins of pages that may call, as browsers send them. */
  corsOrigins?: readonly string[];
  callers: Authenticator;
  sources: Sources;
  requestsPerSecond: number;
};

const BYTES_A_REQUEST = 64 * 1024;
// A name or an address, and a port. Parsers of URLs also take `user@name`, `name/path` and `name#part` apart.
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Decides whether a request may reach the protocol at all, and as whose. */
export function createHttpGuard(settings: GuardSettings) {
  const { host, allowedHosts, callers, sources, requestsPerSecond, corsOrigins = [] } = settings;
  const hosts = [...localhostAllowedHostnames(), host, ...allowedHosts];
  const origins = [...localhostAllowedOrigins(), host, ...allowedHosts];
  // A page that rebinds a name cannot know the token, which is required beyond loopback, where names are many.
  const anyHost = !isLoopback(host) && allowedHosts.length === 0;
  const rate = createRateLimiter(requestsPerSecond);

  /** HTTP itself forbids these, for every path. */
  const refuseMalformed = ({ headers, headersDistinct }: IncomingMessage) => {
    const isRepeated = ["host", "authorization"].some(
      (name) => (headersDistinct[name]?.length ?? 0) > 1,
    );
    if (isRepeated) return REPEATED;
    return !headers.host || HOST.test(headers.host) ? undefined : MALFORMED_HOST;
  };

  const refuseSource = (request: IncomingMessage): HttpRefusal | undefined => {
    const malformed = refuseMalformed(request);
    if (malformed) return malformed;
    const { headers } = request;
    if (!anyHost && !validateHostHeader(headers.host, hosts).ok) return WRONG_HOST;
    const { origin } = headers;
    if (origin !== undefined && corsOrigins.includes(origin)) return undefined;
    if (origin === "" || (origin !== undefined && !validateOriginHeader(origin, origins).ok))
      return WRONG_ORIGIN;
    return undefined;
  };

  const admit = async (request: IncomingMessage): Promise<Admission> => {
    const from = networkOf(sources.addressOf(request));
    const refusal = refuseSource(request);
    if (refusal) return { refusal, from };
    const caller = await callers.identify(request.headers.authorization);
    // Requests without a valid token must not use up what callers behind the same proxy may send.
    if (caller === undefined || caller instanceof Denial) {
      const denied = caller?.refusal ?? UNKNOWN;
      return { refusal: rate.admits(`unknown ${from}`) ? denied : TOO_FAST, from };
    }
    const source = sources.sourceOf(request, caller.tenant);
    if (!rate.admits(source.key)) return { refusal: TOO_FAST, from: source.key };
    return { caller, source };
  };

  /** Reading and parsing a large body keeps everybody waiting, so it counts as several requests. */
  const chargeBytes = ({ key }: Source, bytes: number) => rate.charge(key, bytes / BYTES_A_REQUEST);

  return { admit, chargeBytes, refuseMalformed, refuseSource };
}

const REPEATED: HttpRefusal = {
  reason: "host",
  status: 400,
  message: "The request has more than one Host or Authorization header. Send each once.",
};

const MALFORMED_HOST: HttpRefusal = {
  reason: "host",
  status: 403,
  message: "The Host header is not a host name with an optional port.",
};

const WRONG_HOST: HttpRefusal = {
  reason: "host",
  status: 403,
  message: "This Host is not allowed. The server's operator adds names with --http-allowed-hosts.",
};

const WRONG_ORIGIN: HttpRefusal = {
  reason: "origin",
  status: 403,
  message:
    "This Origin is not allowed. The server's operator adds names with --http-allowed-hosts.",
};

const TOO_FAST: HttpRefusal = {
  reason: "rate",
  status: 429,
  message: "Too many requests in a short time. Try again in a second.",
  headers: { "retry-after": "1" },
};

const UNKNOWN: HttpRefusal = {
  reason: "token",
  status: 401,
  message: "A valid bearer token is required.",
  headers: { "www-authenticate": "Bearer" },
};

const MOST_KEYS = 10_000;
const LONGEST_DEBT_S = 10;

type RateLimiter = {
  /** Whether a request of this key may pass now; it is counted if so. */
  admits(key: string): boolean;
  /** Counts what an admitted request costs beyond itself, to be paid off before the next one passes. */
  charge(key: string, requests: number): void;
};

/** A token bucket per key: `perSecond` on average, twice that in a burst. */
export function createRateLimiter(perSecond: number, now = () => performance.now()): RateLimiter {
  const burst = perSecond * 2;
  const deepest = -perSecond * LONGEST_DEBT_S;
  const buckets = new Map<string, { tokens: number; at: number }>();
  const available = (key: string, time: number): number => {
    const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: time };
    return Math.min(burst, tokens + ((time - at) / 1000) * perSecond);
  };
  const store = (key: string, tokens: number, at: number) => {
    // In the order of their last use: many new keys push out forgotten ones, never one that is busy now.
    buckets.delete(key);
    buckets.set(key, { tokens, at });
    const [oldest] = buckets.size > MOST_KEYS ? buckets.keys() : [];
    if (oldest !== undefined) buckets.delete(oldest);
  };
  return {
    admits(key) {
      const time = now();
      const tokens = available(key, time);
      store(key, tokens >= 1 ? tokens - 1 : tokens, time);
      return tokens >= 1;
    },
    charge(key, requests) {
      const time = now();
      store(key, Math.max(deepest, available(key, time) - requests), time);
    },
  };
}
