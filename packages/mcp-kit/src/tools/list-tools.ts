import type { Tool as PublishedTool } from "@modelcontextprotocol/server";
import * as z from "zod";
import { ConfigError, didYouMean } from "../options/config-error.ts";
import type { ServerDefinition } from "../protocol/server-definition.ts";
import { JOB_TOOL } from "../tasks/describe-task.ts";
import type { Tool } from "./define-tool.ts";

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
  const selected = all.filter((tool) => isSelected(tool, selection));
  const hasLong = selected.some(({ isLong }) => isLong);
  // It fetches what long calls leave behind, and is of no use without them.
  const job = hasLong ? all.filter(({ name }) => name === JOB_TOOL) : [];
  return [...selected.filter(({ name }) => name !== JOB_TOOL), ...job].toSorted((left, right) =>
    left.name < right.name ? -1 : 1,
  );
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

/** A tool as `tools/list` shows it. The same tools always give the same bytes. */
export function publishTool<Context>(
  { name, title, description, annotations, input, output, isLong }: Tool<Context>,
  withOutputSchema: boolean,
): PublishedTool {
  return {
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(input, "input"),
    ...(withOutputSchema && { outputSchema: outputSchemaOf(output, isLong !== undefined) }),
    annotations,
  };
}

/** A long call may also answer with the handle of a job. */
function outputSchemaOf(output: z.ZodType, isLong: boolean): PublishedTool["outputSchema"] {
  const schema = jsonSchemaOf(output, "output");
  return isLong ? { type: "object", anyOf: [schema, HANDLE] } : { ...schema, type: "object" };
}

const HANDLE = { type: "object", required: ["job_id", "status", "next"] };

function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): PublishedTool["inputSchema"] {
  const published = z.toJSONSchema(schema, { io, unrepresentable: "any", override: dropNoise });
  delete published.$schema;
  return published as PublishedTool["inputSchema"];
}

/** The bounds that zod gives every integer say nothing, and the model pays for them. */
function dropNoise({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
