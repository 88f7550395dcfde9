import type { SearchDecisionsOutput } from "@faculties/schemas/agent-memory/search-decisions";
import { LineageGraph } from "./lineage-graph.tsx";

/** What a search found, and what replaced what among it. */
export function FoundDecisions({ results }: Pick<SearchDecisionsOutput, "results">) {
  return (
    <LineageGraph
      decisions={results.map(({ id, title, status, origin }) => ({
        id,
        title: title ?? id,
        status,
        origin,
      }))}
      links={results.flatMap(({ id, replaces = [] }) =>
        replaces.map((old) => ({ new_id: id, old_id: old, kind: "supersedes" as const })),
      )}
    />
  );
}
