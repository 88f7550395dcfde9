import { homedir } from "node:os";
import { ownState } from "@faculties/storage";
import type { GatherSettings } from "../material/gather-material.ts";
import type { Context } from "../context.ts";

const MAX_TOTAL_BYTES = 32 * 1024 * 1024;

/** What an audit may read. */
export function gatherSettings({ settings, environment }: Context): GatherSettings {
  const { maxFiles, maxFileBytes, allowSecretFiles, gitTimeoutMs } = settings;
  const surroundings = { platform: process.platform, env: environment, home: homedir() };
  return {
    maxFiles,
    maxFileBytes,
    maxTotalBytes: MAX_TOTAL_BYTES,
    ownState: ownState("gan-audit", settings, surroundings),
    allowsSecrets: allowSecretFiles,
    environment,
    gitTimeoutMs,
  };
}
