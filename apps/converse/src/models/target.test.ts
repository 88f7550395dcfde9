import { createModelRegistry } from "@faculties/providers";
import { expect, test } from "vitest";
import { AUTO_MODELS } from "./target.ts";

const registry = createModelRegistry();

test.each(Object.entries(AUTO_MODELS).filter(([provider]) => provider !== "openrouter"))(
  "auto at %s is a listed model that sees and searches",
  (provider, model) => {
    expect(registry.find(provider, model)).toMatchObject({ images: true, webSearch: true });
  },
);
