import { defineTool } from "@faculties/mcp-kit";
import { KgInsertInput, KgInsertOutput } from "@faculties/schemas/orchestrator-resources/kg-insert";
import { SETS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { runOnce } from "../store/idempotency.ts";
import { insertTriples } from "../store/knowledge.ts";

export const kgInsertTool = defineTool({
  name: "kg_insert",
  title: "Insert facts",
  description: "Remember facts with their source and confidence",
  input: KgInsertInput,
  output: KgInsertOutput,
  annotations: SETS,
  run: (input, { database, newId, once }: Context) =>
    database.write((tx, outbox) =>
      runOnce(tx, outbox.now, once("kg_insert", input), () =>
        insertTriples(tx, outbox.now, input.triples, () => newId("fact")),
      ),
    ),
});
