import type { Storage } from "./storage.ts";

/** What an engine does once it is open. */
export type StorageEngine = Omit<Storage, "engine" | "describe" | "pending"> & {
  /** True when another database has taken the place of the open one: what is written here would be lost. */
  wasReplaced(): boolean;
};
