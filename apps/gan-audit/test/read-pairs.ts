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

const folder = new URL("pairs/", import.meta.url);

/** All labelled pairs. `{{a|b}}` stands for `ab`: what looks like a secret is put together only here. */
export function readPairs(): Pair[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const category = file.replace(/\.txt$/, "") as Category;
      if (!Object.hasOwn(CATEGORIES, category)) throw new Error(`${file} names no category`);
      return readFileSync(new URL(file, folder), "utf8")
        .split(/^@@ /m)
        .slice(1)
        .map((text) => parsePair(text, category));
    });
}

function parsePair(text: string, category: Category): Pair {
  const [heading = "", ...lines] = text.split("\n");
  const [fence = "", ...title] = heading.split(" ");
  const language = languageOfFence(fence);
  const [vulnerable, fixed] = lines.join("\n").split(/^--\n/m).map(assemble);
  if (!language || !vulnerable || !fixed) throw new Error(`${category}: bad pair "${heading}"`);
  return { category, title: title.join(" "), extension: extensionOf(language), vulnerable, fixed };
}

const assemble = (code: string): string => code.replaceAll(/\{\{([^{}|]*)\|([^{}]*)\}\}/g, "$1$2");
