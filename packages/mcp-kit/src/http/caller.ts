import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { ConfigError } from "../options/config-error.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { Scope } from "./oauth/claims.ts";
import type { HttpRefusal } from "./refusal.ts";

export type Caller = {
  tenant?: Tenant | undefined;
  tokenHash?: string;
  /** The person within the tenant, where an identity provider says so. */
  subject?: string;
  /** Undefined where scopes do not count. */
  scopes?: ReadonlySet<Scope> | undefined;
  oauth?: { token: string; tokenHash: string; expiresAt: number; wasRefused: boolean };
};

/** Why a caller is not allowed in. */
export class Denial {
  readonly refusal: HttpRefusal;
  /** Whether the same token may be let in a moment later. */
  readonly isPassing: boolean;

  constructor(refusal: HttpRefusal, isPassing = false) {
    this.refusal = refusal;
    this.isPassing = isPassing;
  }
}

type Identified = Caller | Denial | undefined;

export type Authenticator = {
  /** The caller that this Authorization header stands for; a denial, or undefined, when it is not allowed in. */
  identify(authorization: string | undefined): Identified | Promise<Identified>;
  /** False once the token of an earlier request is revoked, or stands for somebody else. */
  admits(caller: Caller): boolean;
  /** The refusal for a caller that lacks a scope. */
  refuseScope?(scope: Scope): HttpRefusal;
};

/** One token for everybody, or none at all. */
export function authenticateByToken(token: string | undefined): Authenticator {
  const expected = token === undefined ? undefined : hashToken(token);
  return {
    identify(authorization) {
      if (expected === undefined) return {};
      const given = bearerHash(authorization);
      return given && timingSafeEqual(expected, given) ? {} : undefined;
    },
    admits: () => true,
  };
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Undefined when the header carries no bearer token. */
export function bearerToken(authorization = ""): string | undefined {
  return /^bearer (\S.*)$/i.exec(authorization)?.[1];
}

export function bearerHash(authorization?: string): Buffer | undefined {
  const token = bearerToken(authorization);
  return token === undefined ? undefined : hashToken(token);
}

/** Whom a request is counted for: a tenant, or an address where callers have no tenants. */
export type Source = {
  key: string;
  /** Many callers may stand behind it, such as behind a proxy, so it is not held to one caller's share. */
  isCrowd: boolean;
};

export type Sources = {
  /** The address of the client: of the connection, or the one that a trusted proxy tells. */
  addressOf(request: IncomingMessage): string;
  sourceOf(request: IncomingMessage, tenant: Tenant | undefined): Source;
};

/** `trustedProxies` are addresses or subnets whose `X-Forwarded-For` is believed; nobody else's is. */
export function createSources(trustedProxies: readonly string[] = []): Sources {
  const trusted = blockListOf(trustedProxies);
  const isTrusted = (address: string) => trusted.check(address, familyOf(address));

  const addressOf = ({ socket, headers }: IncomingMessage): string => {
    let address = plainAddress(socket.remoteAddress);
    const told = String(headers["x-forwarded-for"] ?? "").split(",");
    // From right to left: each trusted proxy vouches for the entry that it has added, and for no other.
    while (isIP(address) !== 0 && isTrusted(address)) {
      const next = plainAddress(told.pop()?.trim());
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };

  return {
    addressOf,
    sourceOf(request, tenant) {
      if (tenant) return { key: `tenant ${tenant.name}`, isCrowd: false };
      const address = addressOf(request);
      const isCrowd = isLoopback(address) || (isIP(address) !== 0 && isTrusted(address));
      return { key: `address ${networkOf(address)}`, isCrowd };
    },
  };
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** One machine usually has a whole /64 of IPv6 addresses to choose from. */
export function networkOf(address = ""): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const [head = "", tail] = (plain.split("%", 1)[0] ?? "").split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return `${[...first, ...zeros, ...last].slice(0, 4).join(":")}::/64`;
}

function plainAddress(address = ""): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address;
  const withoutPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bare)?.[1] ?? bare;
  return withoutPort.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const widest = isIP(address) === 4 ? 32 : 128;
    const prefix = bits === undefined ? widest : Number(bits);
    const isValid =
      isIP(address) !== 0 &&
      (bits === undefined || /^\d{1,3}$/.test(bits)) &&
      prefix > 0 &&
      prefix <= widest;
    if (!isValid)
      throw new ConfigError(
        `--http-trusted-proxies: "${entry}" is neither an address nor a subnet such as 10.0.0.0/8.`,
      );
    list.addSubnet(address, prefix, familyOf(address));
  }
  return list;
}
