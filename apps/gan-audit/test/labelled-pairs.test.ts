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
const isFound = (pair: Pair) =>
  judgementOf(pair, "vulnerable").findings.some(({ category }) => category === pair.category);
const isTold = (pair: Pair) =>
  judgementOf(pair, "fixed").overall > judgementOf(pair, "vulnerable").overall;
const isSilent = (pair: Pair) => judgementOf(pair, "fixed").findings.length === 0;

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

  test.each(own.map((pair) => [`${pair.extension}: ${pair.title}`, pair] as const))(
    "%s",
    (_, pair) => {
      const { findings } = judgementOf(pair, "fixed");
      expect({
        found: isFound(pair),
        told: isTold(pair),
        stillSaid: findings.map(({ rule }) => rule),
      }).toEqual({
        found: true,
        told: true,
        stillSaid: [],
      });
    },
  );
});

test("publishes recall and discrimination", async () => {
  const share = (part: readonly Pair[], whole: readonly Pair[]) =>
    `${Math.round((100 * part.length) / whole.length)} %`;
  const rowOf = (name: string, own: readonly Pair[]) => [
    name,
    String(own.length),
    ...[isFound, isTold, isSilent].map((holds) => share(own.filter(holds), own)),
  ];
  const rows = [
    ["category", "pairs", "recall", "fixed scores better", "fixed is silent"],
    ...categories.map((name) =>
      rowOf(
        name,
        pairs.filter(({ category }) => category === name),
      ),
    ),
    rowOf("all", pairs),
  ];
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  const table = [
    line(head),
    line(widths.map((width) => "-".repeat(width))),
    ...body.map(line),
    "",
  ].join("\n");
  await expect(table).toMatchFileSnapshot("pairs-report.md");
});
