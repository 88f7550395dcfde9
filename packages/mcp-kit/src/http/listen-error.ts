import { ConfigError } from "../options/config-error.ts";

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program has this port. Choose another one",
  EACCES: "this user may not open this port. Choose one from 1024 on",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "there is no such host",
};

/** Why a server cannot listen, in words. */
export function listenError(
  host: string,
  port: number,
  { code, message }: NodeJS.ErrnoException,
): ConfigError {
  const reason = REASONS[code ?? ""] ?? code ?? message;
  return new ConfigError(`Cannot serve on ${host}:${port}: ${reason}.`);
}
