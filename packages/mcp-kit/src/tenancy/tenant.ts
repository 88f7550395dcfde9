import type { Logger } from "../observe/logger.ts";

/** Whose data a request works on, and as what; comes from the caller's token alone. */
export type Tenant = { name: string; role?: string | undefined };

export const TENANT_NAME = /^[a-z0-9-]{1,40}$/;
export const TENANT_NAME_RULE = "1 to 40 of a-z, 0-9 and -";

/** Tells in every event whose it is. */
export function logOfTenant(log: Logger, tenant: string): Logger {
  const at =
    (level: keyof Logger): Logger["info"] =>
    (message, fields) =>
      log[level](message, { tenant, ...fields });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
