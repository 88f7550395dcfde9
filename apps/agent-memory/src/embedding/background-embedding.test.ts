import { createSearchIndex } from "../search-index/search-index.ts";
import { temporaryStorage } from "@faculties/storage/testing";
import { expect, test, vi } from "vitest";
import { insertDecision } from "../store/decisions.ts";
import { migrations, SEARCH_INDEX } from "../store/migrations.ts";
import { BackgroundEmbedding } from "./background-embedding.ts";
import { loadWordEmbeddings } from "./word-embeddings.ts";

const model = new URL("../../model/words.bin", import.meta.url);

test("finds what another process wrote and did not live to embed", async () => {
  const storage = temporaryStorage(migrations);
  const index = createSearchIndex(storage, { name: SEARCH_INDEX });
  const provider = await loadWordEmbeddings(model);
  const warnings: string[] = [];
  const ignore = () => undefined;
  const warn = (message: string) => void warnings.push(message);
  const log = { debug: ignore, info: ignore, warn, error: warn };
  const source = {
    description: "the shipped model",
    load: async () => provider,
    isLocal: true,
    noise: 0,
    scale: { wordWeight: 2, floor: 0 },
    isEnglishOnly: false,
    batch: 128,
    patienceMs: 1_000,
    lookAgainMs: 0,
  };
  const embedding = new BackgroundEmbedding(source, storage, index, log);
  const search = () => embedding.embedQuery("tea", new AbortController().signal);
  for (const number of [1, 2]) {
    await storage.write((tx) =>
      insertDecision(tx, index, {
        id: `dec_${number}`,
        title: "Drink tea",
        target: `tea ${number}`,
        rationale: "It is warm",
        consequences: [],
        status: "active",
        origin: "agent",
        createdAt: number,
        project: "",
      }),
    );
    await vi.waitFor(async () => {
      await search();
      expect(await index.countVectors(provider.id)).toBe(number);
    });
  }
  await embedding.close();
  expect(warnings).toEqual([]);
});
