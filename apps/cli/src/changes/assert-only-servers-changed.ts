import { isDeepStrictEqual } from "node:util";
import { CodedError } from "@faculties/errors";
import type { Client } from "../clients/client.ts";
import { brokenConfig } from "../domain/broken-config.ts";
import { formatOf } from "./formats.ts";

/** Reads both texts again: an edit that would reach anything but the named servers is refused. */
export function assertOnlyServersChanged(
  client: Client,
  names: readonly string[],
  before: string,
  after: string,
): void {
  const rest = (text: string) => {
    const { [client.container]: servers, ...others } = formatOf(client).parse(text);
    const kept = Object.entries(servers ?? {}).filter(([name]) => !names.includes(name));
    return { others, kept };
  };
  if (
    !isDeepStrictEqual(
      rest(before),
      unlessBroken(() => rest(after)),
    )
  )
    throw brokenConfig("its form does not allow a change that leaves everything else alone");
}

/** A table that is closed for additions makes a text that cannot be read any more. */
function unlessBroken<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CodedError) return undefined;
    throw error;
  }
}
