import { CodedError } from "@faculties/errors";
import type { Client } from "../clients/client.ts";
import { type ConfiguredServer, configuredServers } from "../domain/configured-server.ts";
import { formatOf } from "./formats.ts";

/** The explanation for a parser that runs out of stack. */
const TOO_MUCH = "nested too deeply, or too large, for this command to read";

/** The servers that a configuration has. */
export function readServers(client: Client, text: string): ConfiguredServer[] {
  return configuredServers(formatOf(client).parse(text), client.container);
}

/** Names the file in what is thrown about its content. */
export function naming<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const why = error instanceof RangeError ? TOO_MUCH : brokenness(error);
    if (why === undefined) throw error;
    throw new CodedError("BROKEN_CONFIG", `${file}: ${why}. It was left as it is.`, {
      cause: error,
    });
  }
}

function brokenness(error: unknown): string | undefined {
  return error instanceof CodedError && error.code === "BROKEN_CONFIG" ? error.message : undefined;
}
