import { onTestFinished } from "vitest";
import { openStorage } from "../open-storage.ts";
import type { Engine, Migration, Storage } from "../storage.ts";
import { temporaryNamespace } from "./temporary-namespace.ts";
import { temporaryDatabaseFile } from "./temporary-storage.ts";

/** A new database on an engine, which may be opened several times and goes when the current test ends. */
export function temporaryPlace(
  engine: Engine,
  makeFile = temporaryDatabaseFile,
): (migrations: readonly Migration[]) => Storage {
  const place = engine === "sqlite" ? { file: makeFile() } : temporaryNamespace();
  return (migrations) => {
    const storage = openStorage({ ...place, migrations });
    onTestFinished(() => storage.close());
    return storage;
  };
}

/** A storage in a new database on an engine; on SQLite, in memory. */
export function storageOn(engine: Engine, migrations: readonly Migration[]): Storage {
  return temporaryPlace(engine, () => ":memory:")(migrations);
}
