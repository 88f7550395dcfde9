import { duration, Markdown, moment, percent } from "@faculties/views";
import type { Proposal } from "../../domain/memory.ts";
import { call } from "../../live/mcp.ts";
import { Ago, useNow } from "../../parts/ago.tsx";
import { useConfirm } from "../../parts/confirm.tsx";
import { Failure } from "../../parts/failure.tsx";
import { useAction } from "../../parts/use-action.ts";

type Props = { proposals: readonly Proposal[]; canDecide: boolean };
const TONES = { success: "good", error: "bad", note: "info" } as const;

/** The proposals of reflection, with their evidence; an admin accepts or rejects it. */
export function Proposals({ proposals, canDecide }: Props) {
  if (proposals.length === 0) return null;
  return (
    <section aria-labelledby="proposals">
      <h2 id="proposals">Proposals to review</h2>
      <div class="cards wide">
        {proposals.map((proposal) => (
          <ProposalCard key={proposal.id} proposal={proposal} canDecide={canDecide} />
        ))}
      </div>
    </section>
  );
}

function ProposalCard({ proposal, canDecide }: { proposal: Proposal; canDecide: boolean }) {
  const { id, title, target, rationale, confidence, strengths, objections, evidence } = proposal;
  const waits = proposal.acceptable_at - useNow(1_000);
  const { isBusy, error, run } = useAction();
  const { ask, dialog } = useConfirm();
  const decide = async (tool: "accept_proposal" | "reject_proposal", yes: string, text: string) => {
    const isSure = await ask({ title: `${yes} “${title}”?`, text, yes, isDangerous: true });
    if (isSure) await run(() => call("agent-memory", tool, { proposal_id: id }));
  };
  return (
    <article class="card" aria-label={title}>
      <header class="card-head">
        <h3>{title}</h3>
        <span class="tag tone-warn">proposed</span>
      </header>
      <p class="soft">
        {target} · confidence {percent(confidence)}
      </p>
      <Markdown text={rationale} />
      <h4>Evidence</h4>
      <ul class="evidence">
        {evidence.map(({ kind, summary, reference, at }) => (
          <li key={`${at} ${summary}`}>
            <span class={`tag tone-${TONES[kind]}`}>{kind}</span> {summary}
            <span class="soft small">
              {" "}
              {reference !== null && `${reference} · `}
              <Ago at={at} />
            </span>
          </li>
        ))}
      </ul>
      <Points title="For it" points={strengths} />
      <Points title="Against it" points={objections} />
      <Failure message={error} />
      {canDecide ? (
        <p class="actions">
          <button
            type="button"
            disabled={isBusy || waits > 0}
            aria-describedby={waits > 0 ? `${id}-waits` : undefined}
            onClick={() =>
              void decide(
                "accept_proposal",
                "Accept",
                "It becomes the decision in force on its target, and replaces the one that is in force now.",
              )
            }
          >
            Accept
          </button>
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            onClick={() =>
              void decide(
                "reject_proposal",
                "Reject",
                "It is closed and no longer found. New evidence may lead to another.",
              )
            }
          >
            Reject
          </button>
          {waits > 0 && (
            <span class="soft small" id={`${id}-waits`} title={moment(proposal.acceptable_at)}>
              A proposal can be accepted one hour after it first appeared: in {duration(waits)}.
            </span>
          )}
        </p>
      ) : (
        <p class="soft small">
          Only an admin can accept or reject it: start the console with AGENT_MEMORY_SECRET and
          --role admin.
        </p>
      )}
      {dialog}
    </article>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  );
}
