import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openStorage, type StorageOptions } from "../open-storage.ts";
import type { Migration, Storage } from "../storage.ts";

/** The path of a database file that is not there yet, in a folder that goes when the current test ends. */
export function temporaryDatabaseFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "faculties-storage-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "test.db");
}

/** A storage on a real file, closed and removed when the current test ends. */
export function temporaryStorage(
  migrations: readonly Migration[],
  options: Omit<StorageOptions, "migrations" | "url"> = {},
): Storage {
  const storage = openStorage({ file: temporaryDatabaseFile(), ...options, migrations });
  onTestFinished(() => storage.close());
  return storage;
}
