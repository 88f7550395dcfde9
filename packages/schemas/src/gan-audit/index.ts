export { GAN_VERDICTS, GanFailure, GanReview, InlineComment, JudgeCard } from "./gan-review.ts";
export {
  SequentialThinkingFailure,
  SequentialThinkingInput,
  SequentialThinkingOutput,
} from "./sequentialthinking.ts";
export { AUDIT_SCOPES, SessionConfig } from "./session-config.ts";
