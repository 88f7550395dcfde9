import { ConfigError } from "./config-error.ts";
import type { Tool } from "./define-tool.ts";

export type ToolSelection = {
  tools?: readonly string[] | undefined;
  toolsets?: readonly string[] | undefined;
  readOnly?: boolean | undefined;
};

/** The tools that the operator asked for, in name order. Unknown names are configuration errors. */
export function selectTools<Context>(
  all: readonly Tool<Context>[],
  { tools, toolsets, readOnly }: ToolSelection,
  setsByRequest: readonly string[] = [],
): Tool<Context>[] {
  const known = new Set(all.map((tool) => tool.name));
  const knownSets = new Set([...all.flatMap((tool) => tool.toolset ?? []), ...setsByRequest]);
  reject("tool", tools, known);
  reject("toolset", toolsets, knownSets);
  return all
    .filter((tool) => (tools || toolsets ? isNamed(tool, tools, toolsets) : true))
    .filter((tool) => !readOnly || tool.annotations.readOnlyHint)
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

function isNamed<Context>(
  tool: Tool<Context>,
  tools: readonly string[] = [],
  toolsets: readonly string[] = [],
): boolean {
  return (
    tools.includes(tool.name) || (tool.toolset !== undefined && toolsets.includes(tool.toolset))
  );
}

function reject(kind: string, names: readonly string[] = [], known: ReadonlySet<string>): void {
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const choices = known.size > 0 ? `It has: ${[...known].toSorted().join(", ")}.` : "It has none.";
  throw new ConfigError(`This server has no ${kind} named ${unknown.join(", ")}. ${choices}`);
}
