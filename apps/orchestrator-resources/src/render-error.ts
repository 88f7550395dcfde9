import type { RenderedError } from "@faculties/mcp-kit";
import type { CodedError } from "@faculties/schemas";
import { howToEnable } from "./require-toggle.ts";

const OWN_CODES: Record<string, string> = {
  INVALID_INPUT: "E-INPUT-INVALID",
  INPUT_TOO_LARGE: "E-INPUT-TOO-LARGE",
  TOOL_DISABLED: "E-FEATURE-DISABLED",
  TIMEOUT: "E-TIMEOUT",
};

/** Errors as the contract shows them: `{ code, message, details }`. */
export function renderError({ code, message, details }: CodedError): RenderedError {
  const own = code.startsWith("E-STORAGE") ? "E-STORAGE" : (OWN_CODES[code] ?? code);
  const hint = mentionsKey(details) ? ` ${howToEnable("enableIdempotency")}` : "";
  const shown = `${message}${hint}`;
  const structured = {
    code: own,
    message: shown,
    ...(Object.keys(details).length > 0 && { details }),
  };
  return { text: `${own}: ${shown}`, structured };
}

/** The key is no argument while its module is off; who sends it wants to know that. */
function mentionsKey({ issues }: CodedError["details"]): boolean {
  return (
    Array.isArray(issues) &&
    issues.some(
      ({ field, reason }: { field: string; reason: string }) =>
        field.includes("idempotency_key") && /unrecognized/i.test(reason),
    )
  );
}
