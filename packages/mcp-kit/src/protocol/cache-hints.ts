import type { CacheHint, ServerOptions } from "@modelcontextprotocol/server";
import type { ServerSettings } from "./create-server.ts";

/** `push`: the connection stays open and is told of changes; `none`: it ends with its one request. */
export type Delivery = "push" | "none";

const HOUR_MS = 60 * 60 * 1000;
const UNTIL_REPLACED_MS = 5 * 60 * 1000;

type HintSettings<Context> = Pick<ServerSettings<Context>, "definition" | "hasTokens">;

/**
 * How long clients of 2026-07-28 may keep what they were told. Tools, templates and the server's own description are fixed
 * while the process lives. Resources are the server's data, which change at any moment: they keep the SDK's 0.
 */
export function cacheHints<Context>(
  settings: HintSettings<Context>,
  delivery: Delivery,
): NonNullable<ServerOptions["cacheHints"]> {
  const { isOffered, view } = settings.definition;
  const constant = constantHint(settings, delivery);
  // A list that depends on who asks, by role or by whether views are shown, is for that caller alone.
  const isForAll = isOffered === undefined && view === undefined;
  return {
    "server/discover": constant,
    "prompts/list": constant,
    "resources/templates/list": constant,
    "tools/list": isForAll ? constant : { ...constant, cacheScope: "private" },
  };
}

/** For what does not change while the process lives. */
export function constantHint<Context>(
  { hasTokens }: HintSettings<Context>,
  delivery: Delivery,
): Required<CacheHint> {
  return {
    // Over stdio a client outlives no server; over HTTP another version may answer at the same address at any time.
    ttlMs: delivery === "push" ? HOUR_MS : UNTIL_REPLACED_MS,
    cacheScope: hasTokens ? "private" : "public",
  };
}
