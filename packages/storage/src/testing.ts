export { loadSqlite } from "./sqlite/load-sqlite.ts";
export { gate } from "./testing/gate.ts";
export { migrateToContract, withoutPassword } from "./testing/migrate-to-contract.ts";
export { refuseWrites } from "./testing/refuse-writes.ts";
export { persistenceContract, storageContract } from "./testing/storage-contract.ts";
export type { StoragePlace } from "./testing/storage-place.ts";
export { temporaryDatabaseFile, temporaryStorage } from "./testing/temporary-storage.ts";
export { storageOn, temporaryPlace } from "./testing/temporary-place.ts";
export { temporaryNamespace } from "./testing/temporary-namespace.ts";
