import { createHash } from "node:crypto";
import type { Question } from "../ask/ask-model.ts";

/** The same for two questions exactly when a model would be sent the same. */
export function cacheKey({ target, messages, temperature, effort }: Question): string {
  const { provider, model } = target;
  const asked = JSON.stringify({ provider, model, messages, temperature, effort });
  return createHash("sha256").update(asked).digest("hex");
}
