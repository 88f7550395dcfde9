import type { Notice } from "@faculties/schemas/converse/notice";
import type { ConversationMessage } from "../domain/conversation-message.ts";
import type { ModelAnswer } from "./ask-model.ts";
import { canSee } from "./target.ts";

/** Notices about answers for the caller, each once. */
export function answerNotices(
  answers: readonly ModelAnswer[],
  history: readonly ConversationMessage[],
): Notice[] {
  const notices = answers.flatMap((answer) => noticesOf(answer, history));
  return [...new Map(notices.map((notice) => [notice.message, notice])).values()];
}

function noticesOf(
  { target, dropped, isCut, refused = [] }: ModelAnswer,
  history: readonly ConversationMessage[],
): Notice[] {
  const { model } = target;
  const notices: Notice[] = [];
  if (target.replaces !== undefined) {
    const { id, endsOn } = target.replaces;
    const since = endsOn === undefined ? "" : ` since ${endsOn}`;
    const message = `${id} is not offered any more${since}; ${model} answered in its place.`;
    notices.push({ type: "model_replaced", message });
  }
  if (dropped > 0) {
    notices.push({
      type: "history_trimmed",
      message: `The ${dropped} oldest messages did not fit into the window of ${model} and were left out.`,
      dropped_messages: dropped,
    });
  }
  if (!canSee(target) && history.some(({ images }) => images.length > 0)) {
    const message = `${model} cannot see, so the images of earlier turns were left out.`;
    notices.push({ type: "image_skipped", message });
  }
  if (isCut) {
    const message = `${model} came to its limit of output tokens, so its answer may end early.`;
    notices.push({ type: "output_truncated", message });
  }
  if (refused.length > 0) {
    const message = `${model} takes no ${refused.join(" and no ")}; the answer was made without.`;
    notices.push({ type: "parameter_refused", message });
  }
  return notices;
}
