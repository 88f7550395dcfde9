import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { costOf, modelEntrySchema, nearestEffort, parseModels } from "./model-entry.ts";
import { createModelRegistry } from "./model-registry.ts";
import { PROVIDER_NAMES } from "./provider-settings.ts";
import { usageOf } from "./raw-answer.ts";

const registry = createModelRegistry();
const entryOf = (name: string) => registry.resolve(name)?.entry;

describe("the built-in models", () => {
  test.each([
    ["o3", "openai", [], 200_000, 100_000],
    ["o3-mini", "openai", [], 200_000, 100_000],
    ["o4-mini", "openai", [], 200_000, 100_000],
    ["gpt-4o", "openai", [], 128_000, 16_384],
    ["gpt-4o-mini", "openai", [], 128_000, 16_384],
    ["gemini-2.5-flash", "google", ["flash"], 1_048_576, 65_536],
    ["gemini-2.5-pro", "google", ["pro"], 1_048_576, 65_536],
    ["gemini-2.0-flash", "google", ["flash2"], 1_048_576, 65_536],
    ["grok-4-0709", "xai", ["grok"], 256_000, 256_000],
    ["grok-3", "xai", ["grok3"], 131_072, 131_072],
    ["grok-3-fast", "xai", [], 131_072, 131_072],
  ])("include %s as the contract has it", (id, provider, aliases, contextTokens, outputTokens) => {
    expect(entryOf(id)).toMatchObject({ id, provider, aliases, contextTokens, outputTokens });
  });

  test("are complete and valid as they stand in the file", () => {
    expect(z.array(modelEntrySchema).parse(registry.models)).toEqual(registry.models);
  });

  test("have no id or alias twice", () => {
    const names = registry.models.flatMap((entry) => [entry.id, ...entry.aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  test("belong to providers that exist", () => {
    const providers = new Set(registry.models.map((entry) => entry.provider));
    expect([...providers].filter((provider) => !PROVIDER_NAMES.includes(provider))).toEqual([]);
  });

  test("have both prices or none, and cost more for a long prompt", () => {
    const odd = registry.models.filter((entry) => {
      const { inputUsdPerMillion: input, outputUsdPerMillion: output, longPrompt } = entry;
      if ((input === undefined) !== (output === undefined)) return true;
      return longPrompt !== undefined && !(longPrompt.inputUsdPerMillion > (input ?? Infinity));
    });
    expect(odd).toEqual([]);
  });
});

describe("resolve", () => {
  test.each([
    ["flash", "google", "gemini-2.5-flash"],
    ["pro", "google", "gemini-2.5-pro"],
    ["grok", "xai", "grok-4-0709"],
    ["google/flash", "google", "gemini-2.5-flash"],
    ["openai/o3", "openai", "o3"],
    [" GPT-4o ", "openai", "gpt-4o"],
  ])("turns %s into the name on the wire", (name, provider, model) => {
    expect(registry.resolve(name)).toMatchObject({ provider, model, entry: { id: model } });
  });

  test.each([
    ["openai/gpt-9", "openai", "gpt-9"],
    ["openrouter/meta-llama/llama-9:free", "openrouter", "meta-llama/llama-9:free"],
    ["OpenAI/Mixed-Case", "openai", "Mixed-Case"],
  ])("passes the unlisted %s straight through", (name, provider, model) => {
    expect(registry.resolve(name)).toEqual({ provider, model });
  });

  test("knows the names of compatible endpoints only if they are given", () => {
    expect(registry.resolve("ollama/llama3.2:3b")).toBeUndefined();
    expect(registry.resolve("ollama/llama3.2:3b", ["ollama"])).toEqual({
      provider: "ollama",
      model: "llama3.2:3b",
    });
  });

  test.each(["", " ", "nothing", "nothing/o3", "openai/", "/o3"])("has nothing for %j", (name) => {
    expect(registry.resolve(name)).toBeUndefined();
  });

  test("finds every model by id, alias and full name in any case, and never throws", () => {
    const named = fc.constantFrom(...registry.models).chain((entry) =>
      fc.record({
        entry: fc.constant(entry),
        name: fc.constantFrom(entry.id, ...entry.aliases),
        prefix: fc.constantFrom("", `${entry.provider}/`),
        upper: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(named, ({ entry, name, prefix, upper }) => {
        const full = `${prefix}${name}`;
        const resolved = registry.resolve(upper ? full.toUpperCase() : full);
        expect(resolved).toEqual({ provider: entry.provider, model: entry.id, entry });
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, id) => {
        registry.resolve(text);
        const resolved = registry.resolve(`openrouter/${id}`);
        expect(resolved?.model ?? id.trim()).toBe(id.trim());
      }),
    );
  });
});

describe("nearMatches", () => {
  test.each([
    ["gpt-4o-mni", "gpt-4o-mini"],
    ["gemini-2.5-flsh", "gemini-2.5-flash"],
    ["O3-Mini", "o3-mini"],
    ["gork-3", "grok-3"],
    ["grok-4", "grok-4-0709"],
  ])("offers for %s", (name, expected) => {
    expect(registry.nearMatches(name)).toContain(expected);
  });

  test("offers at most three, and none for a name that is like no other", () => {
    expect(registry.nearMatches("gpt")).toHaveLength(3);
    expect(registry.nearMatches("completely-unknown-thing")).toEqual([]);
    expect(registry.nearMatches("")).toEqual([]);
  });
});

describe("models of one's own", () => {
  test("are added, and replace the built-in one of the same name", () => {
    const own = createModelRegistry(
      parseModels([
        { id: "llama3.2", provider: "ollama", aliases: ["llama"], contextTokens: 8192 },
        { id: "o3", provider: "openai", contextTokens: 1000 },
      ]),
    );
    expect(own.resolve("llama")).toMatchObject({
      provider: "ollama",
      model: "llama3.2",
      entry: { contextTokens: 8192, images: false, efforts: [], temperature: true },
    });
    expect(own.resolve("o3")?.entry?.contextTokens).toBe(1000);
    expect(own.models).toHaveLength(registry.models.length + 1);
  });

  test.each([
    ["no list", {}, "expected array"],
    ["an entry without id", [{ provider: "openai" }], "0.id: "],
    ["an unknown field", [{ id: "x", provider: "openai", contxt: 1 }], '"contxt"'],
    ["an unknown effort", [{ id: "x", provider: "openai", efforts: ["huge"] }], "0.efforts.0: "],
    [
      "a negative window",
      [{ id: "x", provider: "openai", contextTokens: -1 }],
      "0.contextTokens: ",
    ],
  ])("are refused with the place of the mistake: %s", (_, extra, place) => {
    expect(() => parseModels(extra)).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringContaining(place) }),
    );
  });
});

describe("nearestEffort", () => {
  test.each([
    ["o3", "minimal", "low"],
    ["o3", "max", "high"],
    ["gpt-5", "minimal", "minimal"],
    ["gpt-5.1", "minimal", "low"],
    ["gpt-5.5", "max", "xhigh"],
    ["gpt-6-astra", "minimal", "low"],
    ["gpt-6-astra", "max", "max"],
    ["grok-4.7", "max", "xhigh"],
    ["gpt-4o", "high", undefined],
    ["grok-4-0709", "high", undefined],
  ] as const)("maps for %s the effort %s to %s", (model, effort, expected) => {
    expect(nearestEffort(entryOf(model), effort)).toBe(expected);
  });

  test("has none for an unlisted model or when none is asked for", () => {
    expect(nearestEffort(undefined, "high")).toBeUndefined();
    expect(nearestEffort(entryOf("o3"), undefined)).toBeUndefined();
  });
});

describe("costOf", () => {
  test.each([
    ["o3", 1_000_000, 500_000, 6],
    ["gpt-6.1-sol", 272_000, 100_000, 1.544],
    ["gpt-6.1-sol", 300_000, 100_000, 2.7],
  ])("charges %s for %i and %i tokens", (model, input, output, expected) => {
    expect(costOf(entryOf(model), usageOf(input, output))).toBeCloseTo(expected, 10);
  });

  test("says nothing without prices", () => {
    expect(costOf(undefined, usageOf(1, 1))).toBeUndefined();
    const [unpriced] = parseModels([{ id: "m", provider: "openai" }]);
    expect(costOf(unpriced, usageOf(1, 1))).toBeUndefined();
  });
});
