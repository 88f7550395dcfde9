export { ChatInput, ChatOutput } from "./chat.ts";
export { ConsensusFailure, ConsensusInput, ConsensusOutput } from "./consensus.ts";
export { ConsensusPhases, FailedAnswer, InitialAnswer, RefinedAnswer } from "./consensus-phases.ts";
export {
  CONVERSE_ERROR_CODES,
  type ConverseErrorCode,
  ConverseErrorPayload,
} from "./converse-error.ts";
export { Notice, NOTICE_TYPES } from "./notice.ts";
export { REASONING_EFFORTS } from "./shared-parameters.ts";
export { Usage, UsageTotals } from "./usage.ts";
