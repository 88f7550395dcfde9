import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import { describeIssue, type Issue } from "./invalid-params.ts";
import { kindOf } from "./json-kinds.ts";

const members = [
  { key: CLIENT_CAPABILITIES_META_KEY, schema: specTypeSchemas.ClientCapabilities, required: true },
  { key: CLIENT_INFO_META_KEY, schema: specTypeSchemas.Implementation, required: false },
  { key: LOG_LEVEL_META_KEY, schema: specTypeSchemas.LoggingLevel, required: false },
];

/** What is wrong with what a client of 2026-07-28 says of itself in `_meta`: over stdio the SDK does not name the member. */
export function envelopeFault(meta: Readonly<Record<string, unknown>>): string | undefined {
  const version = meta[PROTOCOL_VERSION_META_KEY];
  if (version === undefined) return undefined;
  if (typeof version !== "string")
    return `params._meta["${PROTOCOL_VERSION_META_KEY}"] must be a string, not ${kindOf(version)}.`;
  for (const { key, schema, required } of members) {
    const value = meta[key];
    if (value === undefined && !required) continue;
    const { issues } = schema["~standard"].validate(value) as { issues?: readonly Issue[] };
    if (issues?.[0]) return describeIssue(issues[0], value, `params._meta["${key}"]`);
  }
  return undefined;
}
