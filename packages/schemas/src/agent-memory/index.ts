export { AcceptProposalInput, AcceptProposalOutput } from "./accept-proposal.ts";
export { BaseResponse, DecisionResponse } from "./base-response.ts";
export {
  MEMORY_ERROR_CODES,
  MEMORY_ERROR_PREFIXES,
  type MemoryErrorCode,
  MemoryErrorResponse,
} from "./memory-error.ts";
export { RecordDecisionInput, RecordDecisionOutput } from "./record-decision.ts";
export { EVENT_KINDS, RecordEventInput, RecordEventOutput } from "./record-event.ts";
export { RejectProposalInput, RejectProposalOutput } from "./reject-proposal.ts";
export {
  DECISION_STATUSES,
  SEARCH_MODES,
  SearchDecisionsInput,
  SearchDecisionsOutput,
  SearchResult,
} from "./search-decisions.ts";
export { SupersedeDecisionInput, SupersedeDecisionOutput } from "./supersede-decision.ts";
export { LONGEST_EXPLANATION } from "./text-of-at-least.ts";
