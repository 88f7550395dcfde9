import { useRef } from "preact/hooks";
import type { ConsensusOutput } from "@faculties/schemas/converse/consensus";
import { ConsensusView } from "../converse/consensus-view.tsx";
import { type Actions, mountView, type Shown } from "./mount-view.tsx";

mountView("converse", {
  consensus: (shown, actions) => <Consensus shown={shown} actions={actions} />,
});

function Consensus({
  shown: { tool, input, result },
  actions,
}: {
  shown: Shown;
  actions: Actions;
}) {
  const answer = result as ConsensusOutput;
  const question = useRef<HTMLInputElement>(null);
  // No form: the frames of some clients submit none.
  const ask = () => {
    const prompt = question.current?.value.trim() ?? "";
    if (prompt !== "")
      actions.call(tool, { ...input, prompt, continuation_id: answer.continuation.id });
  };
  return (
    <>
      <ConsensusView {...answer} />
      <p class="actions">
        <input
          ref={question}
          aria-label="Ask them further"
          placeholder="Ask them further"
          onKeyDown={({ key }) => key === "Enter" && ask()}
        />
        <button type="button" onClick={ask}>
          Ask
        </button>
      </p>
    </>
  );
}
