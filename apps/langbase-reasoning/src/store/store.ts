import type { LockKeys, Platform, Storage, StorageOptions, Transaction } from "@faculties/storage";

export type Store = {
  /** One consistent snapshot. */
  read<Result>(body: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * All or nothing. The body gets the time at which it runs. It may run again, so it must touch nothing but `tx`.
   * Without lock keys it runs alone.
   */
  write<Result>(
    body: (tx: Transaction, now: number) => Promise<Result>,
    keys?: LockKeys,
  ): Promise<Result>;
  storage(): Promise<Storage>;
  pending(): Promise<number>;
  close(): Promise<void>;
};

export type DatabaseChoice = Pick<StorageOptions, "log" | "readers"> & {
  file: string | undefined;
  url: string | undefined;
  tenant?: string | undefined;
  platform: Platform;
};

/** The store, whose code and database are loaded when first used. */
export function createStore(choice: DatabaseChoice): Store {
  let opening: Promise<Storage> | undefined;
  const opened = () => (opening ??= open(choice));
  return {
    read: async (body) => (await opened()).read(body),
    write: async (body, keys) => {
      const storage = await opened();
      return storage.write((tx) => body(tx, storage.now()), keys);
    },
    storage: opened,
    pending: async () => (await opening)?.pending() ?? 0,
    close: async () => {
      await (await opening)?.close();
    },
  };
}

async function open(choice: DatabaseChoice): Promise<Storage> {
  const { openReasoningStorage } = await import("./open-storage.ts");
  return openReasoningStorage(choice);
}
