import type { SearchDecisionsOutput } from "@faculties/schemas/agent-memory/search-decisions";
import { FoundDecisions } from "../memory/found-decisions.tsx";
import { mountView } from "./mount-view.tsx";

mountView("agent-memory", {
  search_decisions: ({ tool, input, result }, { call }) => (
    <>
      <FoundDecisions results={(result as SearchDecisionsOutput).results} />
      {input["mode"] !== "audit" && (
        <button type="button" onClick={() => call(tool, { ...input, mode: "audit", limit: 20 })}>
          Show what was replaced, too
        </button>
      )}
    </>
  ),
});
