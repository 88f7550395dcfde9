import type { ModelRequest } from "../model-provider.ts";
import type { RawAnswer } from "../raw-answer.ts";

export type CliCommand = "claude" | "codex" | "gemini";

/** The start of a coding agent for one answer. The prompt goes to its stdin, never on its command line. */
type CliInvocation = {
  arguments: string[];
  prompt: string;
  environment?: Record<string, string>;
};

export type CliOutput = { stdout: string; stderr: string; exitCode: number | null };

/** The agent's own words about a failure, and the HTTP status if it gives one. */
export type CliFailure = { words: string; status?: number | undefined };

type CliReading = { answer: RawAnswer } | { failure: CliFailure };

/** One command-line agent: how to ask it without a terminal and tools, and how to read its output. */
export type CliAgent = {
  command: CliCommand;
  /** The way to sign in, for the user. */
  signIn: string;
  /** The variables that the sign-in needs, in addition to those that all agents get. */
  signInVariables: readonly string[];
  /** `writeFile` writes a text to a private file and returns its path. */
  prepare(
    request: ModelRequest,
    writeFile: (name: string, text: string) => Promise<string>,
  ): Promise<CliInvocation>;
  /** Undefined if the output has neither an answer nor an error. */
  read(output: CliOutput): CliReading | undefined;
};

/** Whether a request leaves the choice of the model to the agent. */
export function isDefaultModel(command: CliCommand, model: string): boolean {
  return model === "" || model === "default" || model === "auto" || model === command;
}
