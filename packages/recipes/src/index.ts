import agentMemory from "../servers/agent-memory.json" with { type: "json" };
import converse from "../servers/converse.json" with { type: "json" };
import ganAudit from "../servers/gan-audit.json" with { type: "json" };
import langbaseReasoning from "../servers/langbase-reasoning.json" with { type: "json" };
import orchestratorResources from "../servers/orchestrator-resources.json" with { type: "json" };

/**
 * Everything about installing a server, declared once. READMEs, `faculties add`, the console's configuration, registry
 * listings, bundles and install links are made from it.
 */
export type Recipe = {
  /** The name for people. */
  product: string;
  /** Other names by which `faculties` knows the server. */
  aliases: readonly string[];
  /** The title in registries, and two descriptions: of half a line for people, and for registries. */
  title: string;
  summary: string;
  description: string;
  /** The features of a client that the server uses when they are there. */
  uses: readonly string[];
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Variables that get a random value when a client is configured. */
  generated: readonly string[];
  /** How the server gets a model, if it uses one. */
  model?: ModelRecipe;
  /** The values that a person has to add, and the note for as long as they are missing. */
  needs?: {
    anyFlag: readonly string[];
    anyVariable: readonly string[];
    otherwise: string;
  };
  /** Values for the examples of the README. */
  example: { args?: readonly string[]; env?: Readonly<Record<string, string>> };
  /** How long a client should wait for a call, where its default is too short. */
  timeoutSeconds?: number;
  /** The fields of the form that desktop clients show. */
  asked: Readonly<Record<string, { title: string; type?: string }>>;
};

export type ModelRecipe = {
  /** Whether it makes use of more than one model. */
  several: boolean;
  /** The variables of keys, the most usual first. */
  keys: readonly string[];
  /** Variables for a model server on this machine; `{url}` and `{model}` stand for what was found. */
  local: Readonly<Record<string, string>>;
  /** Variables for coding agents that are signed in; `{agents}` stands for their names. */
  agent: Readonly<Record<string, string>>;
  /** The note as long as there is no model. */
  otherwise: string;
};

const recipes = {
  "agent-memory": agentMemory,
  "gan-audit": ganAudit,
  "langbase-reasoning": langbaseReasoning,
  converse,
  "orchestrator-resources": orchestratorResources,
};

export type RecipeName = keyof typeof recipes;

/** In the order in which people are shown them. */
export const recipeNames = Object.keys(recipes) as RecipeName[];

export function recipeOf(server: RecipeName): Recipe {
  return recipes[server];
}
