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
  description:
    "Define the values or principles (such as privacy 0.9, speed 0.4) that plans are weighed against from now on. Replaces all earlier values.",
  input: ValuesSetInput,
  output: ValuesSetOutput,
  annotations: REPLACES,
  run: (input, { database }: Context) =>
    database.write((tx, outbox) => saveValues(tx, outbox.now, input)),
});
