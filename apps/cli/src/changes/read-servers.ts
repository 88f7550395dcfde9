import { CodedError } from "@faculties/schemas";
import type { Client } from "../clients/client.ts";
import { type ConfiguredServer, configuredServers } from "../domain/configured-server.ts";
import { formatOf } from "./formats.ts";

/** The servers that a configuration has. */
export function readServers(client: Client, text: string): ConfiguredServer[] {
  return configuredServers(formatOf(client).parse(text), client.container);
}

/** Names the file in what is thrown about its content. */
export function naming<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== "BROKEN_CONFIG") throw error;
    throw new CodedError(error.code, `${file}: ${error.message}. It was left as it is.`, {
      cause: error,
    });
  }
}
