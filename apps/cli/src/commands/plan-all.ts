import { CodedError } from "@faculties/errors";
import type { Change } from "../changes/change.ts";
import type { Client } from "../clients/client.ts";

/** Plans for every client before anything is written; what is wrong with any of them is told together. */
export async function planAll(
  clients: readonly Client[],
  plan: (client: Client) => Promise<Change>,
): Promise<Change[]> {
  const plans = await Promise.allSettled(clients.map(plan));
  const reasons = plans.flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
  const unexpected = reasons.find((reason) => !(reason instanceof CodedError));
  if (unexpected !== undefined) throw unexpected;
  if (reasons.length > 0) {
    const lines = [...reasons.map(({ message }) => message), "Nothing was changed."];
    throw new CodedError("NOT_PLANNED", lines.join("\n"));
  }
  return plans.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}
