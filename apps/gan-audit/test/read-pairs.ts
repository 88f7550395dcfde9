import { readdirSync, readFileSync } from "node:fs";
import { type Category, CATEGORIES } from "../src/domain/finding.ts";
import { extensionOf, languageOfFence } from "../src/domain/languages.ts";

/** A finding that a pair expects, as `line: rule`. */
export type Mark = string;

export type Pair = {
  category: Category;
  /** The evaluation batch that the pair was written for. */
  batch: string;
  title: string;
  extension: string;
  vulnerable: string;
  marks: Mark[];
  fixed: string;
};

export type Sample = { title: string; extension: string; text: string };

const folder = new URL("pairs/", import.meta.url);
const BATCH = /^#(\S+) (.+)$/;
const MARKED = /^(.*) » (\S.*)$/;

/**
 * All labelled pairs: `@@ js #6 a title`, the faulty code, `--`, the fixed code. `#6` is the batch. A faulty line ends
 * with ` » rule`, or ` » rule, rule`, for what must be found on it. `{{a|b}}` stands for `ab`, so that nothing in the
 * file looks like a secret.
 */
export function readPairs(): Pair[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const category = file.replace(/\.txt$/, "") as Category;
      if (!Object.hasOwn(CATEGORIES, category)) throw new Error(`${file} names no category`);
      return readSamples(new URL(file, folder)).map((sample) => splitPair(sample, category));
    });
}

/** Code as careful people write it. */
export const readCleanSamples = (): Sample[] =>
  readSamples(new URL("clean-samples.txt", import.meta.url));

function readSamples(file: URL): Sample[] {
  return readFileSync(file, "utf8").split(/^@@ /m).slice(1).map(parseSample);
}

function parseSample(sample: string): Sample {
  const [heading = "", ...lines] = sample.split("\n");
  const [fence = "", ...title] = heading.split(" ");
  const language = languageOfFence(fence);
  if (!language) throw new Error(`"${heading}" names no language`);
  const text = assemble(lines.join("\n"));
  return { title: title.join(" "), extension: extensionOf(language), text };
}

function splitPair({ title: heading, extension, text }: Sample, category: Category): Pair {
  const [, batch, title] = BATCH.exec(heading) ?? [];
  const [faulty, fixed] = text.split(/^--\n/m);
  if (!batch || !title || !faulty || !fixed) throw new Error(`${category}: bad pair "${heading}"`);
  const marks: Mark[] = [];
  const lines = faulty.split("\n").map((line, index) => {
    const [, code, rules] = MARKED.exec(line) ?? [];
    if (code === undefined || rules === undefined) return line;
    for (const rule of rules.split(", ")) marks.push(`${index + 1}: ${rule}`);
    return code;
  });
  return { category, batch, title, extension, vulnerable: lines.join("\n"), marks, fixed };
}

const assemble = (code: string): string => code.replaceAll(/\{\{([^{}|]*)\|([^{}]*)\}\}/g, "$1$2");
