import fc from "fast-check";
import { expect, test } from "vitest";
import { LANGUAGES, loadStemmers } from "./languages.ts";
import { indexTerms, prepareTerms, queryWords } from "./searchable-text.ts";

const termsOf = (text: string) => indexTerms({ text });
const wordsOf = (query: string) => queryWords(query).map(([first]) => first);
const whole = (...parts: string[]) => parts.join("\uE000");

test("splits scripts without spaces into characters and pairs for the index, pairs for the query", () => {
  expect(termsOf("Use 東京都 now")).toEqual(["us", "東", "京", "都", "東京", "京都", "now"]);
  expect(wordsOf("Use 東京都 now, 水!")).toEqual(["us", "東京", "京都", "水"]);
  expect(wordsOf("カタ、ｶﾀ。データベース")).toContain("データ".slice(0, 2));
});

test("finds in the index a form of every word that a query of the same text looks for", async () => {
  await loadStemmers(LANGUAGES);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 60 }), async (text) => {
      await prepareTerms({ text });
      const indexed = new Set(termsOf(text));
      const missing = queryWords(text, LANGUAGES).filter(
        (forms) => !forms.some((form) => indexed.has(form)),
      );
      expect(missing).toEqual([]);
    }),
  );
});

test("sees no difference in case, width and accents, nor in the endings of English words", () => {
  expect(termsOf("Ｃaching ÉTATS généraux ﬁles Ångström")).toEqual(
    termsOf("cached etats generaux file angstrom"),
  );
});

test("finds identifiers by their parts and as a whole, however they are written", () => {
  expect(termsOf("orders-shard-0137")).toEqual([
    "order",
    "shard",
    "137",
    whole("orders", "shard", "137"),
  ]);
  expect(termsOf("ADR-0031")).toEqual(termsOf("adr_31"));
  expect(termsOf("v2.3.1")).toEqual(termsOf("2.3.1"));
  expect(termsOf("1.3.2")).not.toContain(whole("1", "2", "3"));
  const parts = termsOf("handle_order_event-17");
  expect(termsOf("handleOrderEvent17")).toEqual(expect.arrayContaining(parts));
  expect(termsOf("PostgreSQL")).toContain(termsOf("postgresql")[0]);
  expect(termsOf("src/db/pool-1.ts")).toContain(whole("pool", "1", "ts"));
  expect(termsOf("3F9C2E1D0A")).toEqual(["3f9c2e1d0a", "3f9c2e1"]);
});

test("takes acronyms in capitals for names, not for stop words", () => {
  expect(wordsOf("what does the US team do in IT")).toHaveLength(3);
  expect(wordsOf("what do they give us, is it team work")).not.toContain(wordsOf("the US team")[0]);
  expect(termsOf("Servers in the US")).toContain(wordsOf("our US region")[0]);
  expect(termsOf("tell us")).not.toContain(wordsOf("our US region")[0]);
});

test("counts words of the title several times", () => {
  const terms = indexTerms({ title: "Redis", text: "because" });
  expect(terms).toEqual(["redi", "redi", "redi", "becaus"]);
});

test.each([
  ["Die Zahlungen werden von dem Dienst verarbeitet", "Zahlung"],
  ["Les paiements sont traités par le serveur", "paiement"],
  ["Журналы хранятся тридцать дней", "журналов"],
])("stems %s by the rules of its language", async (text, query) => {
  await prepareTerms({ text });
  await loadStemmers(LANGUAGES);
  const indexed = new Set(termsOf(text));
  expect(queryWords(query, LANGUAGES)[0]?.some((form) => indexed.has(form))).toBe(true);
});

test("makes no more terms of a text than an engine can take", () => {
  const words = Array.from({ length: 100_000 }, (_, place) => `w${place}`);
  const terms = termsOf(`${"x".repeat(3_000)} ${words.join(" ")}`);
  expect(terms.slice(0, 2)).toEqual(["x".repeat(250), "w0"]);
  expect(new Set(terms).size).toBe(terms.length);
  expect(terms.join("").length).toBeLessThanOrEqual(300_000);
  expect(termsOf("word ".repeat(100_000))).toHaveLength(100_000);
});

test("drops stop words from a query, unless nothing else is there", () => {
  expect(wordsOf("What is the best way to cache the cache?")).toEqual(["best", "wai", "cach"]);
  expect(wordsOf("to be or not to be")).toEqual(["to", "be", "or", "not"]);
  expect(wordsOf('"; -- \u0000 * 🚀')).toEqual([]);
});

test("looks for all words of a long query, up to its first 16,384 characters", () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(" ");
  expect(wordsOf(words).length).toBeGreaterThan(1_000);
});
