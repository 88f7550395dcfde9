import { option, ConfigError } from "@faculties/mcp-kit";
import type { SessionConfig } from "@faculties/schemas/gan-audit/session-config";

/** The options that `check` and `sarif` share. */
export const fileOptions = {
  diff: option.boolean({
    flag: "diff",
    describe: "Judge what the work tree changes since the last commit",
  }),
};

export const FILES_USAGE = "<path…> | --diff";
export const MOST_PATHS = 10_000;

/** The scope that the command line asks for. */
export function scopeOf(paths: string[], diff: boolean): Pick<SessionConfig, "scope" | "paths"> {
  if (diff && paths.length > 0) throw new ConfigError("Give paths or --diff, not both.");
  if (!diff && paths.length === 0) throw new ConfigError(`Say what to judge: ${FILES_USAGE}.`);
  return diff ? { scope: "diff" } : { scope: "paths", paths };
}
