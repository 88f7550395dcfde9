import { defineCommand, option } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { hasEnded } from "../store/instances.ts";
import { getRun } from "../store/runs.ts";

export const answerCommand = defineCommand({
  name: "answer",
  usage: "<run> <answer>",
  summary: "Answer a question of a run; `runs` shows open ones",
  options: {
    node: option.text({
      flag: "node",
      placeholder: "id",
      describe: "Node that asks; needed only when several do",
    }),
  },
  positionals: [2, 2],
  async run({ context, positionals, values, print }: AnswerRun) {
    const [runId, answer] = positionals as [string, string];
    const { node_id } = await context.questions.answer(runId, values.node, answer);
    print(`Answered "${node_id}" of ${runId}: ${answer}`);
    const isLeft = await context.database.query(async (tx) =>
      hasEnded(tx, (await getRun(tx, runId)).instanceId),
    );
    if (isLeft) context.startBackground();
  },
});

type AnswerRun = {
  context: Context;
  positionals: string[];
  values: { node: string | undefined };
  print(line: string): void;
};
