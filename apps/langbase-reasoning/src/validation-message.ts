import type { InputIssue } from "@faculties/mcp-kit";

/** The first problem, in the contract's words. */
export function validationMessage([first]: readonly InputIssue[]): string {
  return `Validation failed: ${first?.field ?? "arguments"} - ${first?.reason ?? "Invalid input"}`;
}
