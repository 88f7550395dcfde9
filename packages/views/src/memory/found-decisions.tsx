import type { SearchDecisionsOutput } from "@faculties/schemas/agent-memory/search-decisions";
import { LineageGraph } from "./lineage-graph.tsx";

/** The decisions that a search found, and which of them replaced which. */
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
