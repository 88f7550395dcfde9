import type { StorageOptions } from "../open-storage.ts";
import type { Storage } from "../storage.ts";

/** One database, empty at first, which may be opened several times. */
export type StoragePlace = {
  open(options: Omit<StorageOptions, "file" | "url" | "namespace">): Storage;
};
