import type { PromptMessage } from "@modelcontextprotocol/server";

/** The text that was typed for each argument. */
export type PromptInput = Readonly<Record<string, string>>;

export type PromptArgument<Context> = {
  name: string;
  description: string;
  required?: boolean;
  /** Everything that could stand here, the likeliest first; the kit picks what fits to what is typed. */
  complete?(
    context: Context,
    typed: string,
    others: PromptInput,
  ): readonly string[] | Promise<readonly string[]>;
};

/** A request to the model that people choose by name: clients show it as a slash command. */
export type Prompt<Context = unknown> = {
  name: string;
  title: string;
  description: string;
  /** The tools that it asks the model to call: it is offered only with all of them. */
  uses: readonly string[];
  arguments: readonly PromptArgument<Context>[];
  /** The text that the model reads as the user's, or whole messages. */
  render(
    input: PromptInput,
    context: Context,
  ): string | readonly PromptMessage[] | Promise<string | readonly PromptMessage[]>;
};

/** Checks a prompt's parts against each other and gives it back unchanged. */
export function definePrompt<Context>(prompt: Prompt<Context>): Prompt<Context> {
  return prompt;
}
