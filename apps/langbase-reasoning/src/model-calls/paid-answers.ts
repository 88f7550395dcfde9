import type { Tool } from "@faculties/mcp-kit";
import { CodedError } from "@faculties/errors";
import type { Context } from "../context.ts";

const answers = new WeakMap<object, string[]>();

/** Remembers an answer of a model during a call. */
export function keepAnswer(call: object, text: string): void {
  answers.set(call, [...(answers.get(call) ?? []), text]);
}

/** Adds the answers of the models to a storage error of the tool: they were paid for and are stored nowhere. */
export function returnsPaidAnswers(tool: Tool<Context>): Tool<Context> {
  return {
    ...tool,
    async run(input, context, call) {
      try {
        return await tool.run(input, context, call);
      } catch (error) {
        throw withAnswers(error, answers.get(call) ?? []);
      }
    },
  };
}

function withAnswers(error: unknown, texts: readonly string[]): unknown {
  if (!(error instanceof CodedError) || !error.code.startsWith("E-STORAGE-")) return error;
  if (texts.length === 0) return error;
  const { code, message, details } = error;
  const said = texts.join("\n\n");
  return new CodedError(
    code,
    `${message} The model had answered, but nothing of it could be stored. Its answer: ${said}`,
    { cause: error, details },
  );
}
