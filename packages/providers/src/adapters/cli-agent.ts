import type { ModelRequest } from "../model-provider.ts";
import type { RawAnswer } from "../raw-answer.ts";

export type CliCommand = "claude" | "codex" | "gemini";

/** How a coding agent is started for one answer. The prompt goes to its stdin, never on its command line. */
type CliInvocation = {
  arguments: string[];
  prompt: string;
  environment?: Record<string, string>;
};

export type CliOutput = { stdout: string; stderr: string; exitCode: number | null };

/** The agent's own words about a failure, and the HTTP status behind it where it tells one. */
export type CliFailure = { words: string; status?: number | undefined };

type CliOutcome = { answer: RawAnswer } | { failure: CliFailure };

/** One command-line agent: how it is asked without a terminal and without tools, and how its output reads. */
export type CliAgent = {
  command: CliCommand;
  /** What a user does to sign in. */
  signIn: string;
  /** The variables that lead to the sign-in, besides those that all agents get. */
  signInVariables: readonly string[];
  /** `writeFile` puts a text into a private file and gives its path. */
  prepare(
    request: ModelRequest,
    writeFile: (name: string, text: string) => Promise<string>,
  ): Promise<CliInvocation>;
  /** Undefined for an output without an answer or an error in it. */
  read(output: CliOutput): CliOutcome | undefined;
};

/** Whether a request leaves the choice of the model to the agent. */
export function isDefaultModel(command: CliCommand, model: string): boolean {
  return model === "" || model === "default" || model === "auto" || model === command;
}
