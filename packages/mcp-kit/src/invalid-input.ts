import { CodedError } from "@faculties/errors";

export type InputIssue = { field: string; reason: string };

/** The caller's arguments do not fit the tool's schema. */
export class InvalidInput extends CodedError {
  override readonly name = "InvalidInput";
  readonly issues: readonly InputIssue[];

  constructor(issues: readonly InputIssue[]) {
    super("INVALID_INPUT", issues.map(({ field, reason }) => `${field}: ${reason}`).join("; "), {
      details: { issues },
      isCallersFault: true,
    });
    this.issues = issues;
  }
}
