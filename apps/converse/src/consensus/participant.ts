import type { CodedError } from "@faculties/errors";
import type { ModelAnswer } from "../ask/ask-model.ts";
import type { Target } from "../models/target.ts";

/** A model that takes part; one that cannot be found or used has a failure instead of a target. */
export type Participant =
  | { name: string; target: Target }
  | { name: string; target?: undefined; failure: CodedError };

/** How one call to a participant ended. */
export type Outcome =
  | { target: Target; answer: ModelAnswer }
  | { target: Target; answer?: undefined; failure: CodedError; durationMs: number };
