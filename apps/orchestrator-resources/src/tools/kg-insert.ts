import { defineTool } from "@faculties/mcp-kit";
import { KgInsertInput, KgInsertOutput } from "@faculties/schemas/orchestrator-resources/kg-insert";
import { SETS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { runOnce } from "../store/idempotency.ts";
import { insertTriples } from "../store/knowledge.ts";

export const kgInsertTool = defineTool({
  name: "kg_insert",
  title: "Insert facts",
  description:
    'Add facts to the knowledge graph as triples (subject, predicate, object), such as "A depends_on B", with a source and a confidence. A known fact is updated.',
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
