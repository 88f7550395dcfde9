import { defineTool } from "@faculties/mcp-kit";
import { BbGetInput, BbGetOutput } from "@faculties/schemas/orchestrator-resources/bb-get";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const bbGetTool = defineTool({
  name: "bb_get",
  title: "Get an entry",
  description:
    "Read the value of one key on the shared blackboard: what is it at the moment? With its tags and version. To find keys use bb_query.",
  input: BbGetInput,
  output: BbGetOutput,
  annotations: READS,
  run: ({ key }, { database, blackboard }: Context) =>
    database.query(async (tx) => ({ entry: await blackboard.get(tx, key, database.now()) })),
});
