import type { Environment } from "@faculties/mcp-kit";
import type {
  DatabaseChoice,
  LockKeys,
  Storage,
  StorageOptions,
  Transaction,
} from "@faculties/storage";

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

type StoreSettings = Pick<StorageOptions, "log" | "readers"> & { environment: Environment };

/** The store, whose code and database are loaded when first used. */
export function createStore(choice: DatabaseChoice, settings: StoreSettings): Store {
  let opening: Promise<Storage> | undefined;
  const opened = () => (opening ??= open(choice, settings));
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

async function open(choice: DatabaseChoice, settings: StoreSettings): Promise<Storage> {
  const [{ openDatabase }, { migrations }] = await Promise.all([
    import("@faculties/storage"),
    import("./migrations.ts"),
  ]);
  return openDatabase("langbase-reasoning", choice, { ...settings, migrations }).storage;
}
