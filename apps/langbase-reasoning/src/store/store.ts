import type { LockKeys, Storage, StorageOptions, Platform } from "@faculties/storage";
import type { Unit } from "./unit.ts";

export type Store = {
  /** One consistent view. */
  read<Result>(body: (unit: Unit) => Promise<Result>): Promise<Result>;
  /**
   * All or nothing. The body may run again, so that it must touch nothing but the unit. Without a contest it runs
   * beside no other.
   */
  write<Result>(body: (unit: Unit) => Promise<Result>, contest?: LockKeys): Promise<Result>;
  storage(): Promise<Storage>;
  pending(): Promise<number>;
  close(): Promise<void>;
};

export type StoreSettings = Pick<StorageOptions, "log" | "readers"> & {
  file: string | undefined;
  url: string | undefined;
  tenant?: string | undefined;
  surroundings: Platform;
};

/** The store, whose code and database are loaded when first used. */
export function createStore(settings: StoreSettings): Store {
  let opening: ReturnType<typeof open> | undefined;
  const opened = () => (opening ??= open(settings));
  return {
    read: async (body) => {
      const { storage, unitOf } = await opened();
      return storage.read((tx) => body(unitOf(tx)));
    },
    write: async (body, contest) => {
      const { storage, unitOf } = await opened();
      return storage.write((tx) => body(unitOf(tx)), contest);
    },
    storage: async () => (await opened()).storage,
    pending: async () => (await opening)?.storage.pending() ?? 0,
    close: async () => {
      if (opening !== undefined) await (await opening).storage.close();
    },
  };
}

async function open(settings: StoreSettings) {
  const { openReasoningStorage } = await import("./open-reasoning-storage.ts");
  return openReasoningStorage(settings);
}
