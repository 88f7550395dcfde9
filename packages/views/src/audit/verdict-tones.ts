import type { Tone } from "../tone.ts";

export const VERDICT_TONES: Readonly<Record<string, Tone>> = {
  pass: "good",
  revise: "warn",
  reject: "bad",
};
