import { CodedError } from "@faculties/errors";
import type {
  CnpAnnounceInput,
  CnpAnnounceOutput,
} from "@faculties/schemas/orchestrator-resources/cnp-announce";

export type Bidder = CnpAnnounceInput["bids"][number] & { source: "given" | "child" };
type Award = Pick<CnpAnnounceOutput, "awarded" | "bids" | "rejected">;

/** Awards to the lowest effective cost: the price, and a penalty for each task that the bidder has already. */
export function awardTask(
  bidders: readonly Bidder[],
  {
    task,
    tags,
    busy_penalty,
    preferred,
  }: Pick<CnpAnnounceInput, "task" | "tags" | "busy_penalty" | "preferred">,
): Award {
  const isAble = ({ tags: abilities }: Bidder) => tags.every((tag) => abilities.includes(tag));
  const rank = (agent: string) => {
    const place = preferred.indexOf(agent);
    return place === -1 ? preferred.length : place;
  };
  const bids = bidders
    .filter(isAble)
    .map(({ agent_id, cost, load, source }) => ({
      agent_id,
      cost,
      load,
      effective_cost: cost + load * busy_penalty,
      source,
    }))
    .toSorted(
      (left, right) =>
        left.effective_cost - right.effective_cost ||
        rank(left.agent_id) - rank(right.agent_id) ||
        (left.agent_id < right.agent_id ? -1 : 1),
    );
  const [awarded] = bids;
  const rejected = bidders.filter((bidder) => !isAble(bidder)).map(({ agent_id }) => agent_id);
  if (awarded) return { awarded, bids, rejected };
  throw new CodedError("E-CNP-NO-BIDS", `Nobody who is able to bid for "${task}" did.`, {
    details: { task, rejected },
  });
}
