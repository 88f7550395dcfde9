import { looksLikeCode } from "../code-signals.ts";

const MOST_TEXT = 1_000_000;

/** Changed lines of code that stand beside their context or each other, without the headers of a diff. */
export function looseDiff(text: string): string | undefined {
  if (!/^[-+]/m.test(text)) return undefined;
  const runs = text.slice(0, MOST_TEXT).split(/^(?![-+ \t]).*\n?/m);
  return runs.find((run) => isChange(run) && looksLikeCode(run.replaceAll(/^[-+ ]/gm, "")));
}

const isChange = (run: string): boolean =>
  /^[-+]/m.test(run) && [/^\+/m, /^-/m, /^[ \t]+\S/m].filter((kind) => kind.test(run)).length > 1;
