import { resolve } from "node:path";
import type { GatherSettings } from "../collect/gather-material.ts";
import type { Context } from "../context.ts";

const MAX_TOTAL_BYTES = 32 * 1024 * 1024;

/** What an audit may read. */
export function gatherSettings({ settings, storage, environment }: Context): GatherSettings {
  const { maxFiles, maxFileBytes } = settings;
  return {
    maxFiles,
    maxFileBytes,
    maxTotalBytes: MAX_TOTAL_BYTES,
    excluded: [resolve(storage.describe())],
    environment,
  };
}
