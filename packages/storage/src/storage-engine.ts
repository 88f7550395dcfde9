import type { Storage } from "./storage.ts";

type OutsideTheEngine = "engine" | "describe" | "pending" | "copyTo" | "follow" | "now";

/** What an engine does once it is open. */
export type StorageEngine = Omit<Storage, OutsideTheEngine> & {
  /** True when another database has taken the place of the open one: what is written here would be lost. */
  wasReplaced(): boolean;
};
