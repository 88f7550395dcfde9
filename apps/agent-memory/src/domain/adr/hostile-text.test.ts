import { describe, expect, test } from "vitest";
import { parseRecord } from "./parse-record.ts";

const TRIES = 3;

/** Processor time, which a busy machine does not lengthen much; a try that is disturbed is repeated. */
function expectWithin(limitMs: number, text: string): void {
  const times: number[] = [];
  do {
    const before = process.cpuUsage();
    parseRecord("0001-a", text);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  } while (Math.min(...times) >= limitMs && times.length < TRIES);
  expect(Math.min(...times)).toBeLessThan(limitMs);
}

test.each([
  ["opening brackets", `# A\n\n## Status\n\nSuperseded by ${"[".repeat(20_000)}`],
  ["tabs in a title", `# A${"\t".repeat(100_000)}b\n\nText.`],
  ["comments that are never closed", `# A\n\n${"<!--".repeat(100_000)}`],
])("reads %s within 100 ms", (_, text) => {
  expectWithin(100, text);
});

const SHAPES = [
  ..."[ ] ( ) [] [a]( [a][ [[ [[a| <!-- ` \" “ „ « < > * _ ~ # - = | \\ 0 a ' é 😀 / . , : ;".split(
    " ",
  ),
  ..."ADR-1, ADR ADR-1 superseded_by superseded-by by partly replaces not"
    .split(" ")
    .map((word) => `${word} `),
  "\t",
  " ",
  "\n",
  "\r\n",
  "\u2028",
  "\t\u2028",
  "a\n",
  "- \n",
  "=\n",
  "---\n",
  "```\n",
  "# \n",
  "a : ",
  "a superseded by x\n",
  "superseded by ADR-5 a, ",
  "x superseded by ADR-5 , ",
  "[superseded by ",
  "(superseded by ",
  "superseded by\n\n",
  "superseded on 2024-01-02 ",
  "- [5](x.md) a\n",
  "[x]: y\n",
  " - rejected",
  "(deprecated) ",
  "Status: x\n",
  "state: *",
  "Supersedes ADR-1 and ",
  "ADR-5 was ",
  "this decision supersedes the a of ",
];
const PLACES = {
  text: (shape: string) => `# A\n\n${shape}`,
  title: (shape: string) => `# ${shape}x\n\nText.`,
  status: (shape: string) => `# A\n\n## Status\n\nSuperseded by ${shape}x`,
  "front matter": (shape: string) => `---\nstatus: ${shape}x\n---\n# A`,
  "a list in front matter": (shape: string) => `---\nsuperseded-by: [${shape}\n---\n# A`,
  "TOML front matter": (shape: string) => `+++\nstatus = ["${shape}x\n+++\n# A`,
};

describe.each(Object.entries(PLACES))("200 kB of one shape in %s", (_, place) => {
  test.each(SHAPES)("is read in time that grows with its length: %j", (shape) => {
    const text = place(shape.repeat(Math.ceil(200_000 / shape.length)));
    expectWithin(200, text);
  });
});
