import type { Settings } from "../settings.ts";

/** Google's key by either of its names. */
export function googleKeyOf({ googleKey, geminiKey }: Settings): string | undefined {
  return googleKey?.trim() ? googleKey : geminiKey;
}
