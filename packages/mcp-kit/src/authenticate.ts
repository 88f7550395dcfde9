import { createHash, timingSafeEqual } from "node:crypto";
import type { Tenant } from "./tenant.ts";

export type Caller = { tenant?: Tenant | undefined; tokenHash?: string };

export type Authenticator = {
  /** Who sent this Authorization header; undefined when it is nobody who may. */
  identify(authorization: string | undefined): Caller | undefined;
  /** False once the token of an earlier request is revoked, or stands for somebody else. */
  admits(caller: Caller): boolean;
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
export function bearerHash(authorization = ""): Buffer | undefined {
  const token = /^bearer (\S.*)$/i.exec(authorization)?.[1];
  return token === undefined ? undefined : hashToken(token);
}
