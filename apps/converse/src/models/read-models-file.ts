import { readFile } from "node:fs/promises";
import { createModelRegistry, type ModelRegistry } from "@faculties/providers";
import { CodedError } from "@faculties/schemas";

/** The built-in models and those of the file, if there is one. */
export async function readModelsFile(file: string | undefined): Promise<ModelRegistry> {
  if (file === undefined) return createModelRegistry();
  try {
    return createModelRegistry(JSON.parse(await readFile(file, "utf8")));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CodedError(
      "API_ERROR",
      `The models file ${file} cannot be used: ${reason} Correct it or unset CONVERSE_MODELS_FILE.`,
      { cause },
    );
  }
}
