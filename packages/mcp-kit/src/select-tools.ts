import { ConfigError } from "./config-error.ts";
import type { Tool } from "./define-tool.ts";
import { didYouMean } from "./did-you-mean.ts";
import type { ServerDefinition } from "./server-definition.ts";

export type ToolSelection = {
  tools?: readonly string[] | undefined;
  toolsets?: readonly string[] | undefined;
  readOnly?: boolean | undefined;
};

type Offer<Context> = Pick<
  ServerDefinition<Context>,
  "tools" | "unavailable" | "toolsetsByRequest"
>;

/** The tools that the operator asked for, in name order. Unknown names are configuration errors. */
export function selectTools<Context>(
  { tools: all, unavailable = new Map(), toolsetsByRequest = [] }: Offer<Context>,
  selection: ToolSelection,
): Tool<Context>[] {
  const { tools = [], toolsets = [] } = selection;
  for (const name of tools) {
    const reason = unavailable.get(name);
    if (reason !== undefined) throw new ConfigError(reason);
  }
  reject("tool", tools, [...all.map((tool) => tool.name), ...unavailable.keys()]);
  reject("toolset", toolsets, [...all.flatMap((tool) => tool.toolset ?? []), ...toolsetsByRequest]);
  return all
    .filter((tool) => isSelected(tool, selection))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** Whether the operator wants this tool to be offered; an empty list asks for nothing in particular. */
export function isSelected<Context>(
  { name, toolset, annotations }: Tool<Context>,
  { tools = [], toolsets = [], readOnly }: ToolSelection,
): boolean {
  const isNamed = tools.includes(name) || (toolset !== undefined && toolsets.includes(toolset));
  const isWanted = isNamed || (tools.length === 0 && toolsets.length === 0);
  return isWanted && (!readOnly || annotations.readOnlyHint);
}

function reject(kind: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const choices = [...new Set(known)].toSorted();
  throw new ConfigError(
    `This server has no ${kind} named ${unknown.join(", ")}.${didYouMean(unknown, choices)} ${
      choices.length > 0 ? `Choose from: ${choices.join(", ")}.` : `It has no ${kind}s.`
    }`,
  );
}
