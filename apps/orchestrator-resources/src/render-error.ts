import type { CodedError } from "@faculties/errors";
import type { RenderedError } from "@faculties/mcp-kit";
import { howToEnable, PARAMETER_TOGGLES, type ToggleName } from "./modules/toggles.ts";

const OWN_CODES: Record<string, string> = {
  INVALID_INPUT: "E-INPUT-INVALID",
  INPUT_TOO_LARGE: "E-INPUT-TOO-LARGE",
  TOOL_DISABLED: "E-FEATURE-DISABLED",
  TIMEOUT: "E-TIMEOUT",
};

/** Errors as the contract shows them: `{ code, message, details }`. */
export function renderError({ code, message, details }: CodedError): RenderedError {
  const own = code.startsWith("E-STORAGE") ? "E-STORAGE" : (OWN_CODES[code] ?? code);
  const hints = togglesOf(details).map((toggle) => ` ${howToEnable(toggle)}`);
  const shown = `${message}${hints.join("")}`;
  const structured = {
    code: own,
    message: shown,
    ...(Object.keys(details).length > 0 && { details }),
  };
  return { text: `${own}: ${shown}`, structured };
}

/** Some arguments are none while their module is off; who sends one wants to know that. */
function togglesOf({ issues }: CodedError["details"]): ToggleName[] {
  if (!Array.isArray(issues)) return [];
  const refused = (issues as { field: string; reason: string }[])
    .filter(({ reason }) => /unrecognized/i.test(reason))
    .flatMap(({ field }) => PARAMETER_TOGGLES.get(field) ?? []);
  return [...new Set(refused)];
}
