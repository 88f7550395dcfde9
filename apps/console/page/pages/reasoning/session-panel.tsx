import { useState } from "preact/hooks";
import type { CheckpointSummary } from "@faculties/schemas/langbase-reasoning/checkpoint";
import { BayesPlot, CheckpointTimeline, DecisionTable, ThoughtTree } from "@faculties/views";
import { decisionOf, type SessionRecord, updateOf } from "../../domain/reasoning.ts";
import { call, readJson } from "../../live/mcp.ts";
import { useLive } from "../../live/use-live.ts";
import { useTools } from "../../live/use-tools.ts";
import { useConfirm } from "../../parts/confirm.tsx";
import { Failure } from "../../parts/failure.tsx";
import { useAction } from "../../parts/use-action.ts";
import { GraphOfThoughts } from "./graph-of-thoughts.tsx";
import { ScaleNote } from "./scale-note.tsx";
import { ThoughtCard } from "./thought-card.tsx";

const SERVER = "langbase-reasoning";

/** Everything that is stored of a session, each kind in its own drawing. */
export function SessionPanel({ id }: { id: string }) {
  const uri = `reasoning://sessions/${encodeURIComponent(id)}`;
  const { value, error } = useLive(SERVER, [uri], uri, () => readJson<SessionRecord>(SERVER, uri));
  if (value === undefined) return <Failure message={error} />;
  const { thoughts, graphs, checkpoints } = value;
  const decisions = thoughts.flatMap((thought) => decisionOf(thought) ?? []);
  const updates = thoughts.flatMap((thought) => updateOf(thought) ?? []);
  const others = thoughts.filter((thought) => !decisionOf(thought) && !updateOf(thought));
  return (
    <section class="stack" aria-label="Session">
      {decisions.map((decision, index) => (
        <div class="card" key={index}>
          <DecisionTable decision={decision} />
        </div>
      ))}
      {updates.map((update, index) => (
        <div class="card" key={index}>
          <BayesPlot result={update} />
        </div>
      ))}
      {graphs.map((graph) => (
        <GraphOfThoughts key={graph.id} graph={graph} />
      ))}
      {others.length > 0 && <Tree record={{ ...value, thoughts: others }} />}
      {checkpoints.length > 0 && <Checkpoints sessionId={id} checkpoints={checkpoints} />}
    </section>
  );
}

function Tree({ record: { session, branches, thoughts } }: { record: SessionRecord }) {
  const [selected, setSelected] = useState<string>();
  const thought = thoughts.find(({ id }) => id === selected);
  return (
    <section aria-labelledby="thoughts">
      <h2 id="thoughts">Thoughts</h2>
      <ThoughtTree
        branches={branches}
        thoughts={thoughts}
        activeBranch={session.active_branch_id}
        selected={selected}
        onSelect={setSelected}
      />
      <ScaleNote />
      {thought && (
        <ThoughtCard title={thought.mode} text={thought.content} score={thought.confidence} />
      )}
    </section>
  );
}

type CheckpointsProps = { sessionId: string; checkpoints: readonly CheckpointSummary[] };

function Checkpoints({ sessionId, checkpoints }: CheckpointsProps) {
  const tools = useTools(SERVER);
  const { error, run } = useAction();
  const { ask, dialog } = useConfirm();
  const restore = async ({ id, name }: CheckpointSummary) => {
    const isSure = await ask({
      title: `Go back to “${name}”?`,
      text: "Thoughts, branches and graphs become what they were. What came later is kept on an abandoned branch.",
      yes: "Go back",
      isDangerous: true,
    });
    if (isSure)
      await run(() =>
        call(SERVER, "reasoning_backtrack", { session_id: sessionId, checkpoint_id: id }),
      );
  };
  const canRestore = tools?.some(({ name }) => name === "reasoning_backtrack") ?? false;
  return (
    <section aria-labelledby="checkpoints">
      <h2 id="checkpoints">Checkpoints</h2>
      <Failure message={error} />
      <CheckpointTimeline
        checkpoints={checkpoints}
        onRestore={canRestore ? (checkpoint) => void restore(checkpoint) : undefined}
      />
      {dialog}
    </section>
  );
}
