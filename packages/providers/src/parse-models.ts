import * as z from "zod";
import { modelEntrySchema, type ModelEntry } from "./model-entry.ts";
import { ProviderError } from "./provider-error.ts";

/** The entries of a list of models, such as the parsed content of a models file; throws what is wrong with it. */
export function parseModels(list: unknown): ModelEntry[] {
  const parsed = z.array(modelEntrySchema).safeParse(list);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
  throw new ProviderError(
    "INVALID_INPUT",
    `The list of models is not valid: ${problems.join("; ")}.`,
    {
      details: { provider: "registry" },
    },
  );
}
