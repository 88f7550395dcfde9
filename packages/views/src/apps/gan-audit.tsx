import { useState } from "preact/hooks";
import type { SequentialThinkingOutput } from "@faculties/schemas/gan-audit/sequentialthinking";
import { ReviewView } from "../audit/review-view.tsx";
import { type Actions, mountView, type Shown } from "./mount-view.tsx";

mountView("gan-audit", {
  sequentialthinking: (shown, actions) => <Review shown={shown} actions={actions} />,
});

function Review({ shown: { tool, input, result }, actions }: { shown: Shown; actions: Actions }) {
  const [isAsking, setIsAsking] = useState(false);
  const { gan, thoughtNumber, notice } = result as SequentialThinkingOutput;
  if (!gan)
    return (
      <p class="soft">
        Thought {thoughtNumber} is kept. {notice ?? "There was nothing to audit."}
      </p>
    );
  if (!("verdict" in gan)) return <p class="tone-bad note">{gan.error}</p>;
  const apply = () => {
    setIsAsking(false);
    actions.call(tool, {
      ...input,
      thought: withFixes(String(input["thought"] ?? "")),
      thoughtNumber: thoughtNumber + 1,
    });
  };
  return (
    <>
      <ReviewView review={gan} onApply={() => setIsAsking(true)} />
      {isAsking && (
        <div class="actions" role="alertdialog" aria-label="Apply the patch">
          <span>This writes to your files. The audit runs again and its patch is applied.</span>
          <button type="button" onClick={apply}>
            Apply
          </button>
          <button type="button" class="quiet" onClick={() => setIsAsking(false)}>
            Leave it
          </button>
        </div>
      )}
    </>
  );
}

const CONFIG = /```gan-config\s*\n([\s\S]*?)\n```/;

/** The same thought, with the block that has its patch applied; the first block of a thought counts. */
function withFixes(thought: string): string {
  const before: unknown = JSON.parse(CONFIG.exec(thought)?.[1] ?? "{}");
  const config = { ...(before as object), applyFixes: true };
  return `\`\`\`gan-config\n${JSON.stringify(config)}\n\`\`\`\n\n${thought.replace(CONFIG, "")}`;
}
