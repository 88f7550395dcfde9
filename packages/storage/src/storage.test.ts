import { onTestFinished } from "vitest";
import { openStorage, type StorageOptions } from "./open-storage.ts";
import {
  persistenceContract,
  storageContract,
  temporaryDatabaseFile,
  temporaryNamespace,
  type StoragePlace,
} from "./testing.ts";

function placeAt(place: Pick<StorageOptions, "file" | "url" | "namespace">): StoragePlace {
  return {
    open(options) {
      const storage = openStorage({ ...options, ...place });
      onTestFinished(() => storage.close());
      return storage;
    },
  };
}

const newFile = () => placeAt({ file: temporaryDatabaseFile() });
const newNamespace = () => placeAt(temporaryNamespace());

storageContract("a SQLite file", newFile);
persistenceContract("a SQLite file", newFile);
storageContract("memory", () => placeAt({ file: ":memory:" }));
storageContract("PostgreSQL", newNamespace);
persistenceContract("PostgreSQL", newNamespace);
