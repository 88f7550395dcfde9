import type { ReasoningReflectionInput } from "@faculties/schemas/langbase-reasoning";
import { reflection, reflectionTask } from "../prompts/reflection.ts";
import { ReflectionShape } from "../prompts/reflection-shape.ts";
import type { Subject } from "../store/find-subject.ts";
import type { Line } from "../store/open-line.ts";
import type { Asker, Model } from "./model.ts";

type Reflection = { input: ReasoningReflectionInput; subject: Subject; line: Line };

/** Reflects on its own improvement until nothing improves or the rounds are used up. */
export async function reflectRepeatedly(
  model: Model,
  call: Asker,
  { input, subject, line }: Reflection,
) {
  const ask = (content: string) =>
    model.ask(call, {
      tool: "reasoning_reflection",
      input,
      pipe: reflection,
      task: reflectionTask(content, input.focus_areas),
      shape: ReflectionShape,
      line,
    });
  let last = await ask(subject.content);
  const answers = [last];
  let improved = last.data.improved_reasoning;
  while (answers.length < input.max_iterations && last.data.improved_reasoning !== undefined) {
    last = await ask(last.data.improved_reasoning);
    answers.push(last);
    if (last.data.improved_reasoning === improved) break;
    improved = last.data.improved_reasoning ?? improved;
  }
  return { answers, last, improved };
}
