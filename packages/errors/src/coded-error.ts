type CodedErrorOptions = {
  details?: Record<string, unknown>;
  cause?: unknown;
  isCallersFault?: boolean;
};

const LONGEST_MESSAGE = 10_000;

/** An error meant for the caller: a stable code, and a message that says what to do next. */
export class CodedError extends Error {
  override readonly name: string = "CodedError";
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The request is wrong in itself: no state of the server could make it right. */
  readonly isCallersFault: boolean;

  constructor(code: string, message: string, options: CodedErrorOptions = {}) {
    super(bounded(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.isCallersFault = options.isCallersFault ?? false;
  }
}

/** Messages quote what the caller sent, which may be long. */
function bounded(message: string): string {
  return message.length <= LONGEST_MESSAGE ? message : `${message.slice(0, LONGEST_MESSAGE)}…`;
}
