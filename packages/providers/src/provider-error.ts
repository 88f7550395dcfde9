import { CodedError } from "@faculties/errors";

export type ProviderErrorCode =
  | "PROVIDER_UNAVAILABLE"
  | "MODEL_NOT_FOUND"
  | "RATE_LIMIT_EXCEEDED"
  | "CONTEXT_LENGTH_EXCEEDED"
  | "QUOTA_EXCEEDED"
  | "SAFETY_ERROR"
  | "TIMEOUT"
  | "NO_RESPONSE_CONTENT"
  | "INVALID_INPUT"
  | "API_ERROR";

export type ProviderErrorDetails = {
  provider: string;
  /** HTTP status of the last answer, when there was one. */
  status?: number;
  retryAfterSeconds?: number;
  maxTokens?: number;
  providedTokens?: number;
};

/** The error of a failed model call. The vendor's own words are in `cause`, redacted. */
export class ProviderError extends CodedError {
  override readonly name = "ProviderError";
  declare readonly code: ProviderErrorCode;
  declare readonly details: Readonly<ProviderErrorDetails>;
  /** The longest text that was streamed before the failure, redacted. Not in `details`, which callers are shown. */
  readonly partialText: string | undefined;

  constructor(
    code: ProviderErrorCode,
    message: string,
    options: { details: ProviderErrorDetails; cause?: unknown; partialText?: string | undefined },
  ) {
    super(code, message, options);
    this.partialText = options.partialText;
  }
}
