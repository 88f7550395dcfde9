import { beforeAll, describe, expect, test } from "vitest";
import { type Judged, judgeInProcess } from "./in-process-judge.ts";
import { type Pair, readPairs, readCleanSamples } from "./read-pairs.ts";

const LEAST_PAIRS = 15;
const pairs = readPairs();
const cleanSamples = readCleanSamples().map((sample, index) => ({
  ...sample,
  path: `clean-samples/${index}.${sample.extension}`,
}));
const categories = [...new Set(pairs.map(({ category }) => category))];
const pathOf = (pair: Pair, side: "vulnerable" | "fixed") =>
  `${pair.category}/${pairs.indexOf(pair)}/${side}.${pair.extension}`;

let judged: Map<string, Judged>;
const judgementOf = (pair: Pair, side: "vulnerable" | "fixed") =>
  judged.get(pathOf(pair, side)) as Judged;
const found = (pair: Pair) =>
  judgementOf(pair, "vulnerable").findings.map(({ line, rule }) => `${line}: ${rule}`);

beforeAll(async () => {
  const files = pairs.flatMap((pair) => [
    [pathOf(pair, "vulnerable"), pair.vulnerable] as const,
    [pathOf(pair, "fixed"), pair.fixed] as const,
  ]);
  const quiet = cleanSamples.map(({ path, text }) => [path, text] as const);
  judged = await judgeInProcess(new Map([...files, ...quiet]));
}, 60_000);

test.each(cleanSamples)("has nothing to say about $extension: $title", ({ path }) => {
  expect(judged.get(path)?.findings).toEqual([]);
});

describe.each(categories)("the pairs of %s", (category) => {
  const own = pairs.filter((pair) => pair.category === category);

  test("are enough to say something", () => {
    expect(own.length).toBeGreaterThanOrEqual(LEAST_PAIRS);
  });

  test.each(
    own.map((pair) => [`${pair.extension}: ${pair.title} (batch ${pair.batch})`, pair] as const),
  )("%s", (_, pair) => {
    const [faulty, fixed] = [judgementOf(pair, "vulnerable"), judgementOf(pair, "fixed")];
    expect({
      found: found(pair).toSorted(),
      findsCategory: faulty.findings.some((finding) => finding.category === category),
      fixedScoresBetter: fixed.overall > faulty.overall,
      foundInFixed: fixed.findings.map(({ rule }) => rule),
    }).toEqual({
      found: pair.marks.toSorted(),
      findsCategory: true,
      fixedScoresBetter: true,
      foundInFixed: [],
    });
  });
});
