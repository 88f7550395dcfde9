import type { UserConfig } from "vitest/config";

export function bothEngines(onPostgres: string[], onPostgresAlone?: string[]): UserConfig;
