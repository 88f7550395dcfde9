import * as z from "zod";
import { PlanNode } from "./plan-node.ts";
import { Attributes } from "./scalar.ts";

/** Attributes are kept as scalars: a list or an object that a model writes is kept as the JSON text that a run reads. */
const JSON_TEXTS: Readonly<Record<string, string>> = {
  args: "args",
  env: "env",
  value: "value_json",
  choices: "choices",
  inputs: "inputs",
  json_schema: "json_schema",
  map_over: "map_over",
};

/** Published in place of the JSON text. */
const LIST = { type: "array", items: { type: "string" } };
const OBJECT = { type: "object" };

type Published = { oneOf: { properties: Record<string, object>; required: string[] }[] };

/** The attributes of a node as callers may write them: published by kind, so that a model sees how a task looks. */
export const NodeAttributes = z.preprocess(withJsonTexts, Attributes).meta({
  type: "object",
  additionalProperties: undefined,
  description:
    "What a run does at the node, by kind. With any kind: timeout_ms, retries, retry_delay_ms, backoff: exponential, " +
    "when: a condition such as nodes.test.exit_code == 0 && inputs.branch == 'main', " +
    "trigger: all_success | all_done | any_failed, map_over: a list or {{nodes.a.output}} (one task per {{item}}, max_parallel at a time), " +
    "undo: a command line that takes it back, on_lost: retry | fail | ask. Texts may hold {{inputs.x}} and {{nodes.a.output.field}}. " +
    "Data of your own is allowed (strings, numbers, booleans). Without a kind a run does nothing here",
  anyOf: publishedKinds(),
});

/** For an attribute that is set by itself. */
export function jsonTextOfList(value: unknown): unknown {
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

function withJsonTexts(attributes: unknown): unknown {
  if (typeof attributes !== "object" || attributes === null || Array.isArray(attributes))
    return attributes;
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => {
      const kept = JSON_TEXTS[key];
      const isText = kept === undefined || typeof value !== "object" || value === null;
      return isText ? [key, value] : [kept, JSON.stringify(value)];
    }),
  );
}

function publishedKinds(): object[] {
  const { oneOf } = z.toJSONSchema(PlanNode, { io: "input", unrepresentable: "any" }) as Published;
  const shared = new Set(Object.keys(oneOf[0]?.properties ?? {}));
  return oneOf.map(({ properties, required }) => ({
    properties: Object.fromEntries(
      Object.entries(properties).flatMap(([name, schema]) =>
        publishedProperty(name, schema, shared),
      ),
    ),
    // The first kind is the default: attributes without a kind are of it.
    ...(required.length > 1 && { required }),
  }));
}

function publishedProperty(
  name: string,
  schema: object,
  shared: ReadonlySet<string>,
): [string, object][] {
  // No const: clients that merge the alternatives would then refuse every kind but the last.
  if (name === "kind") {
    const { const: kind } = schema as { const: string };
    return [[name, { type: "string", description: `"${kind}"` }]];
  }
  if (shared.has(name) || name === "value_json") return [];
  if (name === "args" || name === "choices") return [[name, LIST]];
  if (name === "env" || name === "inputs" || name === "json_schema") return [[name, OBJECT]];
  if (name === "value") return [[name, {}]];
  return [[name, { type: (schema as { type: string }).type }]];
}
