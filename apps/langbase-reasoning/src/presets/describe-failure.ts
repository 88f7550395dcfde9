import { InvalidInput, type Logger } from "@faculties/mcp-kit";
import { CodedError } from "@faculties/errors";
import { validationMessage } from "../validation-message.ts";

/** Why a step failed, in words for the caller; what was not foreseen goes to the log. */
export function describeFailure(failure: unknown, log: Logger): string {
  if (failure instanceof InvalidInput) return validationMessage(failure.issues);
  if (failure instanceof CodedError) return failure.message;
  log.error("A step failed unexpectedly.", { error: failure, stack: (failure as Error)?.stack });
  return "It failed unexpectedly; the server's log on stderr has the reason.";
}
