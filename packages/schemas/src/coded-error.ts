type CodedErrorOptions = {
  details?: Record<string, unknown>;
  cause?: unknown;
  isCallersFault?: boolean;
};

/** An error meant for the caller: a stable code, and a message that says what to do next. */
export class CodedError extends Error {
  override readonly name: string = "CodedError";
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The request is wrong in itself: no state of the server could make it right. */
  readonly isCallersFault: boolean;

  constructor(code: string, message: string, options: CodedErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.isCallersFault = options.isCallersFault ?? false;
  }
}
