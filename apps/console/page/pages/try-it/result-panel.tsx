import { hasView, ResultView } from "@faculties/views";
import type { ToolResult } from "../../live/mcp.ts";
import { CopyButton } from "../../parts/copy-button.tsx";

type Props = { tool: string; result: ToolResult };

/** The answer of a tool: drawn where there is a view for it, and as it is. */
export function ResultPanel({ tool, result: { isError, text, structured } }: Props) {
  const json = structured === undefined ? text : JSON.stringify(structured, null, 2);
  return (
    <section class="stack" aria-label="Result">
      <div class="title">
        <h2>
          Result{" "}
          <span class={`tag tone-${isError ? "bad" : "good"}`}>{isError ? "failed" : "done"}</span>
        </h2>
        <CopyButton text={json} what="the result" />
      </div>
      {!isError && hasView(tool, structured) && (
        <div class="card">
          <ResultView tool={tool} result={structured} />
        </div>
      )}
      <pre class="code" tabIndex={0}>
        {json}
      </pre>
    </section>
  );
}
