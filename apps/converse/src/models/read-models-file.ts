import { readFileSync } from "node:fs";
import { ConfigError } from "@faculties/mcp-kit";
import { type ModelEntry, parseModels } from "@faculties/providers";

/** The models of the operator's own file. It is a setting like the others, so what is wrong with it is told at the start. */
export function readModelsFile(file: string | undefined): ModelEntry[] {
  if (file === undefined) return [];
  try {
    return parseModels(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`CONVERSE_MODELS_FILE: ${file} cannot be used. ${reason}`);
  }
}
