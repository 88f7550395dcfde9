import { onTestFinished } from "vitest";
import { openStorage } from "./open-storage.ts";
import {
  persistenceContract,
  storageContract,
  temporaryDatabaseFile,
  type StoragePlace,
} from "./testing.ts";

function placeAt(file: string): StoragePlace {
  return {
    open(options) {
      const storage = openStorage({ ...options, file });
      onTestFinished(() => storage.close());
      return storage;
    },
  };
}

const newFile = () => placeAt(temporaryDatabaseFile());

storageContract("a SQLite file", newFile);
persistenceContract("a SQLite file", newFile);
storageContract("memory", () => placeAt(":memory:"));
