import { posix, win32 } from "node:path";
import { defaultDatabaseFile, type Platform } from "./default-database-file.ts";

type ConfiguredState = { databasePath: string | undefined; tokensFile: string | undefined };

/**
 * Paths that no tool may read, whatever folder they are in: the folder that the databases of all servers are in unless set
 * otherwise, this server's database and the file of its tokens.
 */
export function ownState(
  server: string,
  { databasePath, tokensFile }: ConfiguredState,
  surroundings: Platform,
): string[] {
  const { dirname } = surroundings.platform === "win32" ? win32 : posix;
  const usual = dirname(defaultDatabaseFile(server, surroundings));
  return [usual, databasePath, tokensFile].filter((path) => path !== undefined);
}
