import type { ConsensusOutput } from "@faculties/schemas/converse";
import { ConsensusView } from "../converse/consensus-view.tsx";
import { mountView } from "./mount-view.tsx";

mountView("converse", {
  consensus: ({ tool, input, result }, { call }) => (
    <>
      <ConsensusView {...(result as ConsensusOutput)} />
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          const prompt = String(new FormData(event.currentTarget).get("prompt") ?? "").trim();
          const { id } = (result as ConsensusOutput).continuation;
          if (prompt !== "") call(tool, { ...input, prompt, continuation_id: id });
        }}
      >
        <input
          name="prompt"
          aria-label="Ask them further"
          placeholder="Ask them further"
          required
        />
        <button type="submit">Ask</button>
      </form>
    </>
  ),
});
