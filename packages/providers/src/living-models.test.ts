import { bytes, cut, json, startRecorder } from "@faculties/testkit/emulators";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LiveModel, listLiveModels } from "./live-models.ts";
import { parseModels } from "./model-entry.ts";
import { createModelRegistry } from "./model-registry.ts";

const signal = new AbortController().signal;

describe("the list of a vendor", () => {
  test.each([
    [
      "openai",
      { data: [{ id: "gpt-6.1-sol", shutdown_date: "2027-03-01" }, { id: "text-embedding-4" }] },
      [{ id: "gpt-6.1-sol", endsOn: "2027-03-01" }],
      "/v1/models",
    ],
    [
      "anthropic",
      { data: [{ id: "claude-opus-5-5", max_input_tokens: 1_000_000, max_tokens: 128_000 }] },
      [{ id: "claude-opus-5-5", contextTokens: 1_000_000, outputTokens: 128_000 }],
      "/v1/models?limit=1000",
    ],
    [
      "google",
      {
        models: [
          {
            name: "models/gemini-3.8-flash",
            inputTokenLimit: 1_048_576,
            outputTokenLimit: 65_536,
            supportedGenerationMethods: ["generateContent"],
          },
          { name: "models/aqa", supportedGenerationMethods: ["generateAnswer"] },
        ],
      },
      [{ id: "gemini-3.8-flash", contextTokens: 1_048_576, outputTokens: 65_536 }],
      "/v1beta/models?pageSize=1000",
    ],
    [
      "openrouter",
      { data: [{ id: "deepseek/deepseek-v4", context_length: 163_840 }] },
      [{ id: "deepseek/deepseek-v4", contextTokens: 163_840 }],
      "/v1/models",
    ],
    [
      "xai",
      { data: [{ id: "grok-4.7" }, { id: 7 }, null, "x"] },
      [{ id: "grok-4.7" }],
      "/v1/models",
    ],
  ])("%s is read in its own form", async (provider, body, expected, path) => {
    const recorder = await startRecorder(json(body));
    const access = { provider, apiKey: "key", baseUrl: recorder.url };
    expect(await listLiveModels(access, signal)).toEqual(expected);
    expect(recorder.requests).toMatchObject([{ method: "GET", path }]);
  });

  test.each([
    ["garbage", json({ data: { x: 1 } })],
    ["nothing", json([])],
  ])("that is %s has no models", async (_, answer) => {
    const recorder = await startRecorder(answer);
    const access = { provider: "openai", apiKey: "key", baseUrl: recorder.url };
    expect(await listLiveModels(access, signal)).toEqual([]);
  });

  test.each([
    ["HTML", bytes("<html>")],
    ["an error", json({}, { status: 503 })],
    ["half", cut()],
  ])("that is %s is an error", async (_, answer) => {
    const recorder = await startRecorder(answer);
    const access = { provider: "openai", apiKey: "key", baseUrl: recorder.url };
    await expect(listLiveModels(access, signal)).rejects.toThrow();
  });
});

const TODAY = "2026-11-18";
const models = parseModels([
  {
    id: "gem-2-flash",
    provider: "v",
    aliases: ["flash"],
    endsOn: "2026-11-01",
    successor: "gem-3-flash",
  },
  {
    id: "gem-3-flash",
    provider: "v",
    efforts: ["low"],
    inputUsdPerMillion: 1,
    outputUsdPerMillion: 2,
  },
  { id: "old-one", provider: "v", endsOn: "2026-11-18" },
  { id: "coming-end", provider: "v", endsOn: "2026-11-19" },
]);
const registry = (live: LiveModel[] | undefined, today = TODAY) =>
  createModelRegistry(models, { live: new Map(live === undefined ? [] : [["v", live]]), today });

describe("a living registry", () => {
  test("answers for a model past its day by its successor, and says so", () => {
    const found = registry(undefined).resolve("gem-2-flash");
    expect(found).toMatchObject({ model: "gem-3-flash", replaces: { id: "gem-2-flash" } });
  });

  test("leads an alias to the newest living model of the family, which behaves as its elder", () => {
    const found = registry([
      { id: "gem-3-flash" },
      { id: "gem-3.5-flash" },
      { id: "gem-3.5-flash-lite" },
    ]).resolve("flash");
    expect(found).toMatchObject({ model: "gem-3.5-flash", entry: { efforts: ["low"] } });
    expect(found).not.toHaveProperty("replaces");
    expect(found?.entry).not.toHaveProperty("inputUsdPerMillion");
  });

  test("believes the vendor's list more than the built-in day", () => {
    const listed = registry([{ id: "gem-2-flash" }, { id: "gem-3-flash", endsOn: "2026-01-01" }]);
    expect(listed.resolve("gem-2-flash")).toMatchObject({ model: "gem-2-flash" });
    expect(listed.isGone(models[1] as never)).toBe(true);
  });

  test("does not believe a list that has none of the known models", () => {
    const lying = registry([{ id: "something-else" }]);
    expect(lying.resolve("gem-3-flash")).toMatchObject({ model: "gem-3-flash" });
    expect(lying.others).toEqual([]);
  });

  test("asks a model that is gone all the same when nothing takes its place", () => {
    expect(registry(undefined).resolve("old-one")).toMatchObject({ model: "old-one" });
    expect(registry(undefined).resolve("coming-end")).toMatchObject({ model: "coming-end" });
    expect(registry(undefined).nearMatches("old-on")).not.toContain("old-one");
  });

  test("knows an unlisted model that its vendor lists, and gives the vendor's limits", () => {
    const listed = registry([
      { id: "gem-3-flash", contextTokens: 5, endsOn: "2027-01-01" },
      { id: "brand-new" },
    ]);
    expect(listed.resolve("brand-new")).toEqual({ provider: "v", model: "brand-new" });
    expect(listed.find("v", "gem-3-flash")).toMatchObject({
      contextTokens: 5,
      endsOn: "2027-01-01",
    });
    expect(listed.others).toEqual(["v/brand-new"]);
  });

  test("never leads an alias to a model that the list does not have, whatever the list", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.constantFrom("gem-2-flash", "gem-3-flash", "gem-4-flash", "gem-3.9-flash", "x"),
        ),
        (ids) => {
          const found = registry(ids.map((id) => ({ id }))).resolve("flash");
          const isBelieved = ids.some((id) => id === "gem-2-flash" || id === "gem-3-flash");
          const hasFamily = ids.some((id) => id.endsWith("-flash"));
          if (isBelieved && hasFamily) expect(ids).toContain(found?.model);
        },
      ),
    );
  });

  test("without facts takes the built-in list as it is", () => {
    expect(createModelRegistry(models).resolve("flash")).toMatchObject({ model: "gem-2-flash" });
  });
});
