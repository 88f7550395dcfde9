import { defineTool } from "@faculties/mcp-kit";
import {
  ValuesSetInput,
  ValuesSetOutput,
} from "@faculties/schemas/orchestrator-resources/values-set";
import { REPLACES } from "./annotations.ts";
import type { Context } from "../context.ts";
import { saveValues } from "../store/values.ts";

export const valuesSetTool = defineTool({
  name: "values_set",
  title: "Set values",
  description: "Set the values that plans are weighed against",
  input: ValuesSetInput,
  output: ValuesSetOutput,
  annotations: REPLACES,
  run: (input, { database }: Context) =>
    database.write((tx, outbox) => saveValues(tx, outbox.now, input)),
});
