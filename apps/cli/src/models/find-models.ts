import { examineCliAgents } from "@faculties/providers/cli-agents";
import type { ModelRecipe } from "@faculties/recipes";
import type { Client } from "../clients/client.ts";
import type { Context } from "../context.ts";
import { findLocalModels } from "./find-local-models.ts";

/** A way to give a server a model, found on this machine. */
export type FoundModel = {
  /** The name after `--model`. */
  name: string;
  label: string;
  /** The variables that it takes; those of several agents are joined when they are written. */
  kind: "key" | "local" | "agent";
  env: Record<string, string>;
};

/** Everything on this machine that could answer for a server: keys in the environment, Ollama, signed-in agents. */
export async function findModels(
  recipe: ModelRecipe,
  clients: readonly Client[],
  context: Context,
): Promise<FoundModel[]> {
  const { environment, signal } = context;
  const keys = recipe.keys.filter((variable) => environment[variable]);
  const [local, agents] = await Promise.all([
    findLocalModels(environment, signal),
    examineCliAgents(environment),
  ]);
  return [
    ...keys.map((variable) => ({
      name: nameOfKey(variable),
      label: `${variable}, set here`,
      kind: "key" as const,
      env: { [variable]: environment[variable] ?? "" },
    })),
    ...(local === undefined
      ? []
      : [
          {
            name: "ollama",
            label: `Ollama at ${local.url}: ${local.models.join(", ")}`,
            kind: "local" as const,
            env: fillIn(recipe.local, { url: local.url, model: local.models[0] ?? "" }),
          },
        ]),
    ...agents
      .filter(({ isSignedIn }) => isSignedIn)
      .map(({ command }) => ({
        name: command,
        label: `${command}, signed in here${askingItself(command, clients)}`,
        kind: "agent" as const,
        env: fillIn(recipe.agent, { agents: command }),
      })),
  ];
}

/** `OPENAI_API_KEY` is called openai. */
export function nameOfKey(variable: string): string {
  return variable.replace(/_API_KEY$/, "").toLowerCase();
}

/** An agent that a client itself is made of gives no other opinion than the client's own. */
function askingItself(agent: string, clients: readonly Client[]): string {
  const own = clients.filter((client) => client.agent === agent).map(({ title }) => title);
  return own.length === 0 ? "" : `; in ${own.join(" and ")} that is the same model again`;
}

function fillIn(
  variables: Readonly<Record<string, string>>,
  values: Record<string, string>,
): Record<string, string> {
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  return Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, fill(text)]));
}
