import type { UserConfig } from "vitest/config";
import type { InlineConfig } from "vitest/node";

export function bothEngines(
  test: InlineConfig,
  onPostgres: string[],
  onPostgresAlone?: string[],
): UserConfig;
