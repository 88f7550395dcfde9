import type { DecisionText } from "./decision.ts";
import type { Episode } from "./episode.ts";
import { shorten } from "./preview.ts";
import type { Pattern } from "./reflect.ts";

const QUOTED = 5;

/** The words of a proposal, taken from what happened. */
export function draftText(
  pattern: Pattern,
  support: readonly Episode[],
  terms: readonly string[],
): DecisionText {
  const target = support.at(-1)?.target ?? "";
  const about = terms.length > 0 ? ` (${terms.slice(0, 3).join(", ")})` : "";
  const quotes = support.slice(-QUOTED).map(({ summary }) => `- ${shorten(summary, 200)}`);
  return pattern === "failures"
    ? {
        title: `Change the approach to ${target}: it keeps failing${about}`,
        target,
        rationale: `${support.length} failures were recorded for ${target}. The latest:\n${quotes.join("\n")}`,
        consequences: [`What leads to these failures in ${target} is no longer done as before.`],
      }
    : {
        title: `Keep the approach to ${target} that works${about}`,
        target,
        rationale: `${support.length} similar successes were recorded for ${target}. The latest:\n${quotes.join("\n")}`,
        consequences: [`Work on ${target} follows this approach unless a reason is given.`],
      };
}
