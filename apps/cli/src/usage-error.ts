/** The command line is wrong: nothing was looked at or changed. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}
