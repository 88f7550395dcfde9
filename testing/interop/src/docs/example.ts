import { printJson } from "./print-json.ts";

/** One call on a page of the documentation, with the answer that the page shows. */
export type Example = {
  tool: string;
  arguments: unknown;
  answer: unknown;
  /** The call is repeated until the answer has this value at this path. */
  until?: { path: string[]; value: string };
};

// A fence is as long as it must be for what it holds.
const BLOCKS =
  /^(`{3,})json call (\S+)(?: until (\S+)=(\S+))?\n(.*?)\n\1\n(?:\n(`{3,})json answer\n(.*?)\n\6\n)?/gms;

/**
 * The calls of a page in order: each a block ` ```json call <tool>`, followed by ` ```json answer`. With
 * ` until <path>=<value>` after the tool it is a call that is repeated until it answers so.
 */
export function readExamples(page: string): Example[] {
  return [...page.matchAll(BLOCKS)].map(
    ([, , tool = "", path, value = "", input = "", , answer = "null"]) => ({
      tool,
      arguments: JSON.parse(input),
      answer: JSON.parse(answer),
      ...(path !== undefined && { until: { path: path.split("."), value } }),
    }),
  );
}

/** The page with other answers, in the order of its calls. */
export function replaceAnswers(page: string, answers: readonly unknown[]): string {
  let index = 0;
  return page.replaceAll(BLOCKS, (block: string, fence: string) => {
    const [call = ""] = block.split(`\n${fence}\n`);
    const answer = printJson(answers[index++]);
    return `${call}\n${fence}\n\n\`\`\`json answer\n${answer}\n\`\`\`\n`;
  });
}
