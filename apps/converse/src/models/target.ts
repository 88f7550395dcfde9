import type { ModelEntry } from "@faculties/providers";

/** Which model of which provider a call goes to; the entry is there for those that the registry lists. */
export type Target = { provider: string; model: string; entry?: ModelEntry | undefined };

/** Whether images may be sent to it. A model that nothing is known of gets the benefit of the doubt. */
export function canSee({ provider, entry }: Target): boolean {
  return entry?.images ?? provider !== "cli";
}
