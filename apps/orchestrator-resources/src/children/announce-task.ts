import type { Transaction } from "@faculties/storage";
import type {
  CnpAnnounceInput,
  CnpAnnounceOutput,
} from "@faculties/schemas/orchestrator-resources/cnp-announce";
import type { Context } from "../context.ts";
import { awardTask, type Bidder } from "../domain/award-task.ts";
import { groupBy } from "@faculties/std";
import { LIVE_STATES, listChildren } from "../store/children.ts";
import { runOnce } from "../store/idempotency.ts";
import { awardsOf, recordAward } from "../store/awards.ts";

/** Announces a task, lets children bid, awards it and puts the award on record. */
export function announceTask(
  { database, newId, once }: Pick<Context, "database" | "newId" | "once">,
  input: CnpAnnounceInput,
): Promise<CnpAnnounceOutput> {
  return database.write((tx, outbox) =>
    runOnce(tx, outbox.now, once("cnp_announce", input), async () => {
      const own = input.auto_bid ? await childBids(tx, input.bids) : [];
      const given = input.bids.map((bid): Bidder => ({ ...bid, source: "given" }));
      const award = awardTask([...given, ...own], input);
      const call_id = newId("call");
      await recordAward(tx, outbox.now, { callId: call_id, agentId: award.awarded.agent_id });
      const { task, payload = {} } = input;
      outbox.record({
        kind: "STATUS",
        opId: call_id,
        payload: { message: "task awarded", task, awarded: award.awarded, payload },
      });
      return { call_id, task, ...award };
    }),
  );
}

/** Every running child bids nothing but its load: the tasks it was awarded before. */
async function childBids(tx: Transaction, given: CnpAnnounceInput["bids"]): Promise<Bidder[]> {
  const { children } = await listChildren(tx, { states: [...LIVE_STATES], limit: 500 });
  const named = new Set(given.map(({ agent_id }) => agent_id));
  const candidates = children.filter(({ child_id }) => !named.has(child_id));
  const awards = groupBy(
    await awardsOf(
      tx,
      candidates.map(({ child_id }) => child_id),
    ),
    (agentId) => agentId,
  );
  return candidates.map(({ child_id, role }) => ({
    agent_id: child_id,
    cost: 0,
    load: awards.get(child_id)?.length ?? 0,
    tags: role === null ? [] : [role],
    source: "child",
  }));
}
