import { CodedError } from "@faculties/errors";
import type { ConsensusFailure } from "@faculties/schemas/converse/consensus";
import type { ConsensusPhases, FailedAnswer } from "@faculties/schemas/converse/consensus-phases";
import type { ConverseErrorCode } from "@faculties/schemas/converse/converse-error";

/** No model answered. The payload has the failure of every model. */
export class ConsensusFailed extends CodedError {
  override readonly name = "ConsensusFailed";
  readonly payload: ConsensusFailure;

  constructor(phases: ConsensusPhases) {
    const { failed } = phases;
    const error = `No model answered. ${reasonsOf(failed)}`;
    const code = sharedCode(failed);
    super(code, error);
    const waits = failed.flatMap(({ retry_after }) => retry_after ?? []);
    this.payload = {
      status: "consensus_failed",
      error,
      code,
      models_consulted: failed.length,
      successful_initial_responses: 0,
      failed_responses: failed.length,
      refined_responses: 0,
      phases,
      ...(waits.length === failed.length && { retry_after: Math.min(...waits) }),
    };
  }
}

/** Each reason once, with the models that failed for it. */
function reasonsOf(failed: readonly FailedAnswer[]): string {
  const errors = [...new Set(failed.map(({ error }) => error))];
  const modelsOf = (error: string) =>
    failed.filter((answer) => answer.error === error).map(({ model }) => model);
  return errors.map((error) => `${modelsOf(error).join(", ")}: ${error}`).join(" ");
}

function sharedCode(failed: readonly FailedAnswer[]): ConverseErrorCode {
  const codes = [...new Set(failed.map(({ code }) => code))];
  return codes.length === 1 && codes[0] !== undefined ? codes[0] : "API_ERROR";
}
