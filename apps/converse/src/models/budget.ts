import { randomUUID } from "node:crypto";
import { CodedError } from "@faculties/errors";
import type { Storage } from "@faculties/storage";
import { insertReservation, spentSince } from "../store/reservations.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Held by a write that looks at the budget of the day, so that two processes do not spend the same money. */
export const BUDGET_KEY = "budget of the day";

/** Sets money aside for a call, so that calls at the same time, in any process, keep to one budget. Throws when it is spent. */
export async function reserve(
  storage: Storage,
  { usdPerDay, estimateUsd }: { usdPerDay: number; estimateUsd: number },
): Promise<string> {
  const now = storage.now();
  const id = randomUUID();
  const startOfDay = Math.floor(now / DAY_MS) * DAY_MS;
  await storage.write(
    async (tx) => {
      const spent = await spentSince(tx, startOfDay, now);
      if (spent >= usdPerDay || spent + estimateUsd > usdPerDay) throw dayIsSpent(usdPerDay, spent);
      await insertReservation(tx, { id, usd: estimateUsd, at: now });
    },
    { locks: [BUDGET_KEY] },
  );
  return id;
}

function dayIsSpent(limit: number, spent: number): CodedError {
  return new CodedError(
    "QUOTA_EXCEEDED",
    `The budget of the day does not allow this call: $${spent.toFixed(4)} of $${limit} are spent or set aside. Wait until tomorrow (UTC), ask a cheaper model or raise CONVERSE_BUDGET_USD_DAY.`,
  );
}

/** Refuses a turn of a conversation that has cost as much as one may. */
export function requireConversationBudget(
  limit: number | undefined,
  conversation: { id: string; costUsd: number | null } | undefined,
): void {
  const spent = conversation?.costUsd ?? 0;
  if (limit === undefined || conversation === undefined || spent < limit) return;
  throw new CodedError(
    "QUOTA_EXCEEDED",
    `This conversation has cost $${spent.toFixed(4)}, and $${limit} is the most. Begin a new one without continuation_id, or raise CONVERSE_BUDGET_USD_CONVERSATION.`,
  );
}
