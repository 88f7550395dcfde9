import type { ChatOutput } from "@faculties/schemas/converse/chat";
import type { ConsensusOutput } from "@faculties/schemas/converse/consensus";
import type { Notice } from "@faculties/schemas/converse/notice";
import { cutTexts } from "./cut-texts.ts";
import { estimateTokens } from "./estimate-tokens.ts";

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

/** Cuts the longest answers so that the whole result, as JSON, has at most `maxTokens`. */
export function limitConsensus<Output extends ConsensusOutput>(
  output: Output,
  maxTokens: number,
): Output {
  const { initial, refined, failed } = output.phases;
  const whole = [
    ...initial.map(({ response }) => response),
    ...refined.flatMap((answer) => [answer.initial_response, answer.refined_response ?? ""]),
  ];
  const refill = (texts: readonly string[]): Output => ({
    ...output,
    phases: {
      initial: initial.map((answer, index) => ({ ...answer, response: texts[index] ?? "" })),
      refined: refined.map((answer, index) => {
        const place = initial.length + index * 2;
        return {
          ...answer,
          initial_response: texts[place] ?? "",
          refined_response: answer.refined_response === null ? null : (texts[place + 1] ?? ""),
        };
      }),
      failed,
    },
  });
  const { texts, wasCut } = cutTexts(whole, maxTokens - frameTokens(refill([])));
  if (!wasCut || output.metadata === undefined) return output;
  const before = output.metadata.notices;
  const notices = withCutNotice(before, "The final answers", output.continuation.id);
  return { ...refill(texts), metadata: { ...output.metadata, notices } };
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
