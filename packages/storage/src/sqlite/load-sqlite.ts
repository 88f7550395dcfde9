// oxlint-disable-next-line typescript/triple-slash-reference -- declares a module that is not installed on Node 20
/// <reference path="./better-sqlite3-13.d.ts" />
import type Sqlite from "better-sqlite3";
import { storageError } from "../storage-error.ts";

/** The first version of Node that better-sqlite3 13 runs on. */
const MODERN = 22;

/**
 * Loads the native module on first use: a server that never touches its data does not pay for it. Version 13 comes with
 * its binaries, so that it needs no install script, which npm 12 would not run; and with version 12, Node 24 aborts from
 * 24.19 on (nodejs/node#65446). On Node 20 only version 12 runs.
 */
export async function loadSqlite(): Promise<typeof Sqlite> {
  const isModern = Number.parseInt(process.versions.node, 10) >= MODERN;
  try {
    const { default: Database } = isModern
      ? await import("better-sqlite3-13")
      : await import("better-sqlite3");
    // The native binary is loaded with the first database, not with the module.
    new Database(":memory:").close();
    return Database;
  } catch (cause) {
    const how = isModern
      ? ""
      : ", which must be let run its install script, or take Node 22 or later";
    throw storageError(
      "E-STORAGE-OPEN",
      `The module better-sqlite3 could not be loaded. Reinstall with the Node version that runs this server${how}.`,
      { cause },
    );
  }
}
