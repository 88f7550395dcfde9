import { readdirSync, readFileSync } from "node:fs";
import { type Category, CATEGORIES } from "../src/domain/finding.ts";
import { extensionOf, languageOfFence } from "../src/domain/languages.ts";

export type Pair = {
  category: Category;
  title: string;
  extension: string;
  vulnerable: string;
  fixed: string;
};

export type Sample = { title: string; extension: string; text: string };

const folder = new URL("pairs/", import.meta.url);

/** All labelled pairs. `{{a|b}}` stands for `ab`: what looks like a secret is put together only here. */
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

function splitPair({ title, extension, text }: Sample, category: Category): Pair {
  const [vulnerable, fixed] = text.split(/^--\n/m);
  if (!vulnerable || !fixed) throw new Error(`${category}: bad pair "${title}"`);
  return { category, title, extension, vulnerable, fixed };
}

const assemble = (code: string): string => code.replaceAll(/\{\{([^{}|]*)\|([^{}]*)\}\}/g, "$1$2");
