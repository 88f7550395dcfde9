import { describe } from "vitest";
import { lifecycleTests } from "./lifecycle-tests.ts";
import { migrationTests } from "./migration-tests.ts";
import { persistenceTests } from "./persistence-tests.ts";
import { queryTests } from "./query-tests.ts";
import { sequenceTests } from "./sequence-tests.ts";
import type { StoragePlace } from "./storage-place.ts";
import { transactionTests } from "./transaction-tests.ts";

/** Checks what stores rely on, on any engine. `makePlace` is called inside each test. */
export function storageContract(engine: string, makePlace: () => StoragePlace): void {
  describe(`storage in ${engine}`, () => {
    queryTests(makePlace);
    transactionTests(makePlace);
    sequenceTests(makePlace);
    migrationTests(makePlace);
    lifecycleTests(makePlace);
  });
}

/** Checks what else holds when the data outlives the storage that wrote it. */
export function persistenceContract(engine: string, makePlace: () => StoragePlace): void {
  describe(`storage that stays in ${engine}`, () => {
    persistenceTests(makePlace);
  });
}
