import type { Tool as PublishedTool } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Tool } from "./define-tool.ts";

/** What `tools/list` shows. The same tools always give the same bytes. */
export function publishTool<Context>(
  { name, title, description, annotations, input, output }: Tool<Context>,
  withOutputSchema: boolean,
): PublishedTool {
  return {
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(input, "input"),
    ...(withOutputSchema && { outputSchema: jsonSchemaOf(output, "output") }),
    annotations,
  };
}

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
