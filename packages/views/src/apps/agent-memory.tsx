import { ResultView } from "../result-view.tsx";
import { mountView } from "./mount-view.tsx";

mountView("agent-memory", {
  search_decisions: ({ tool, input, result }, { call }) => (
    <>
      <ResultView tool={tool} result={result} />
      {input["mode"] !== "audit" && (
        <button type="button" onClick={() => call(tool, { ...input, mode: "audit", limit: 20 })}>
          Show what was replaced, too
        </button>
      )}
    </>
  ),
});
