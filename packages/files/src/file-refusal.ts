export type RefusalReason =
  | "invalid-path"
  | "outside"
  | "another-file-system"
  | "missing"
  | "not-a-file"
  | "own-state"
  | "secret"
  | "too-large"
  | "unreadable";

/** Why a file was not read; the message is meant for the caller. */
export class FileRefusal extends Error {
  override readonly name = "FileRefusal";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

export function outside(): FileRefusal {
  return new FileRefusal("outside", "The file is outside the allowed directories.");
}
