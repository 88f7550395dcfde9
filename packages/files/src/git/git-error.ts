/** Why git gave no answer. The message is a sentence without a full stop, for people. */
export class GitError extends Error {
  override readonly name = "GitError";
  readonly reason: "missing" | "not-started" | "timed-out" | "too-long";

  constructor(reason: GitError["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
