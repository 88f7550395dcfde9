import type { ChatOutput } from "@faculties/schemas/converse/chat";
import type { ConsensusOutput } from "@faculties/schemas/converse/consensus";
import type { Notice } from "@faculties/schemas/converse/notice";
import { cutTexts, leastTokens } from "./cut-texts.ts";
import { estimateJsonTokens, estimateTokens } from "./estimate-tokens.ts";

/** Room for the notice itself. */
const NOTICE_TOKENS = 100;

/** Cuts the text of the answer so that the whole result, as JSON, has at most `maxTokens`. */
export function limitChat(output: ChatOutput, maxTokens: number): ChatOutput {
  const room = maxTokens - frameTokens({ ...output, content: "" });
  const { texts, wasCut } = cutTexts([output.content], room);
  if (!wasCut) return output;
  const { metadata, continuation } = output;
  return {
    ...output,
    content: texts[0] ?? "",
    metadata: {
      ...metadata,
      notices: withCutNotice(metadata.notices, "The text", continuation.id),
    },
  };
}

/**
 * Cuts the answers so that the whole result, as JSON, has at most `maxTokens`. The conclusion and the final answers get
 * the room first, then the first answers that were refined, then what repeats them.
 */
export function limitConsensus<Output extends ConsensusOutput>(
  output: Output,
  maxTokens: number,
): Output {
  const { initial, refined, failed } = output.phases;
  const isRefined = refined.length > 0;
  const finals = refined.map((answer) => answer.refined_response ?? "");
  const firsts = initial.map(({ response }) => response);
  const repeated = refined.map((answer) => answer.initial_response);
  const statements = (output.discussion ?? []).map(({ statement }) => statement);
  const conclusion = output.conclusion?.synthesis ?? "";
  const tiers = isRefined
    ? [[conclusion], finals, firsts, [...repeated, ...statements]]
    : [[conclusion], firsts, [...repeated, ...statements], finals];
  const room =
    maxTokens -
    frameTokens(
      refill(
        output,
        tiers.map((tier) => tier.map(() => "")),
      ),
    );
  const cut = cutTiers(tiers, room);
  if (!cut.wasCut || output.metadata === undefined) return output;
  const before = output.metadata.notices;
  const notices = withCutNotice(before, "The final answers", output.continuation.id);
  const filled = refill(output, cut.tiers);
  return { ...filled, metadata: { ...output.metadata, notices } };

  function refill(from: Output, texts: readonly (readonly string[])[]): Output {
    const [[synthesis = ""] = [], second = [], third = [], fourth = []] = texts;
    const [lasts, earlier, rest] = isRefined ? [second, third, fourth] : [[], second, third];
    const phases = {
      initial: initial.map((answer, index) => ({ ...answer, response: earlier[index] ?? "" })),
      refined: refined.map((answer, index) => ({
        ...answer,
        initial_response: rest[index] ?? "",
        refined_response: answer.refined_response === null ? null : (lasts[index] ?? ""),
      })),
      failed,
    };
    return {
      ...from,
      ...(from.conclusion && { conclusion: { ...from.conclusion, synthesis } }),
      phases,
      ...(from.discussion && {
        discussion: from.discussion.map((one, index) => ({
          ...one,
          statement: rest[repeated.length + index] ?? "",
        })),
      }),
    };
  }
}

/** Cuts tier after tier, each in the room that the tiers before it leave and those after it need at least. */
function cutTiers(tiers: readonly (readonly string[])[], room: number) {
  let left = room;
  let wasCut = false;
  const cut = tiers.map((tier, index) => {
    const later = tiers.slice(index + 1).flat();
    const share = left - Math.min(leastTokens(later), left / 2);
    const { texts, wasCut: isShorter } = cutTexts(tier, share);
    wasCut ||= isShorter;
    left -= texts.reduce((sum, text) => sum + estimateJsonTokens(text), 0);
    return texts;
  });
  return { tiers: cut, wasCut };
}

function frameTokens(output: object): number {
  return estimateTokens(JSON.stringify(output)) + NOTICE_TOKENS;
}

function withCutNotice(notices: readonly Notice[] = [], whole: string, id: string): Notice[] {
  const isStored = notices.every(({ type }) => type !== "not_stored");
  const rest = isStored
    ? `${whole} without a cut: resource converse://conversations/${id}.`
    : "The rest is lost, because it could not be stored.";
  const message = `Cut to MAX_MCP_OUTPUT_TOKENS. ${rest}`;
  return [...notices, { type: "output_truncated", message }];
}
