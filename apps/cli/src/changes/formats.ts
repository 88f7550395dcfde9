import type { Client } from "../clients/client.ts";
import type { ConfigFormat } from "../domain/config-format.ts";
import { jsonFormat } from "../domain/json/json-format.ts";
import { tomlFormat } from "../domain/toml/toml-format.ts";

/** The format of a client's file. */
export function formatOf({ format }: Client): ConfigFormat {
  return format === "json" ? jsonFormat : tomlFormat;
}
