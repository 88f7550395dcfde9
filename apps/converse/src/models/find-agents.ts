import { type CliCommand, examineCliAgents, isOpenToUse } from "@faculties/providers";

type Environment = Readonly<Record<string, string | undefined>>;
export type Agent = {
  command: CliCommand;
  path?: string | undefined;
  isSignedIn: boolean;
  /** Whether `auto` may choose it. */
  isOpen: boolean;
};

const COMMANDS: readonly CliCommand[] = ["claude", "codex", "gemini"];

/**
 * The agents to use, the preferred first. Agents named in the settings count as signed in and are open to `auto`. Without such a
 * setting every agent on PATH can be asked by name, and `auto` chooses one that is signed in and is not the client itself.
 */
export async function findAgents(
  named: readonly string[] | undefined,
  environment: Environment,
): Promise<Agent[]> {
  if (named !== undefined && named.length > 0) {
    const wanted = COMMANDS.filter((command) => named.includes(command));
    return wanted.map((command) => ({ command, isSignedIn: true, isOpen: true }));
  }
  const found = await examineCliAgents(environment);
  return found.map((agent) => ({ ...agent, isOpen: isOpenToUse(agent) }));
}
