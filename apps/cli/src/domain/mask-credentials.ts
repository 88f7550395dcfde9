import { MASK } from "./config-format.ts";

/** Hides the user and password of URLs. */
export function maskCredentials(text: string): string {
  return text.replaceAll(/:\/\/[^\s"'/@]+@/g, `://${MASK}@`);
}
