/** One call on a page of the documentation, with the answer that the page shows. */
export type Example = { tool: string; arguments: unknown; answer: unknown };

const BLOCKS = /```json call (\S+)\n(.*?)\n```\n(?:\n```json answer\n(.*?)\n```\n)?/gs;

/** The calls of a page in order: each a block ` ```json call <tool>`, followed by ` ```json answer`. */
export function readExamples(page: string): Example[] {
  return [...page.matchAll(BLOCKS)].map(([, tool = "", input = "", answer = "null"]) => ({
    tool,
    arguments: JSON.parse(input),
    answer: JSON.parse(answer),
  }));
}

/** The page with other answers, in the order of its calls. */
export function replaceAnswers(page: string, answers: readonly unknown[]): string {
  let index = 0;
  return page.replaceAll(BLOCKS, (_, tool: string, input: string) => {
    const answer = JSON.stringify(answers[index++], null, 2);
    return `\`\`\`json call ${tool}\n${input}\n\`\`\`\n\n\`\`\`json answer\n${answer}\n\`\`\`\n`;
  });
}
