import { leaksIn } from "./breaches-in.ts";
import { isObject } from "./expected-answers.ts";

const INTERNAL_ERROR = -32_603;
const issueList = /"(?:code|expected)":\s*"[a-z_]+",\s*"(?:expected|path|values)"|ZodError/;
const unexpected = /failed unexpectedly|Internal server error/i;

/** Every promise about answers that this one breaks, whatever it answers. */
export function faultsIn(answer: unknown): string[] {
  if (!isObject(answer) || answer["jsonrpc"] !== "2.0") return ["It is no JSON-RPC 2.0 message."];
  const { id, result, error } = answer;
  if (typeof id !== "string" && !Number.isSafeInteger(id) && id !== null)
    return ["Its id is neither a string nor a whole number nor null."];
  if ("result" in answer === "error" in answer) return ["It needs either a result or an error."];
  if (error !== undefined) return faultsInError(error);
  if (!isObject(result)) return ["Its result is no object."];
  return result["isError"] === true ? faultsInText(JSON.stringify(result)) : [];
}

/** A tool of the fixture is there to fail so. */
const DELIBERATE = "This job breaks.";

function faultsInError(error: unknown): string[] {
  if (!isObject(error)) return ["Its error is no object."];
  const { code, message } = error;
  if (!Number.isSafeInteger(code)) return ["Its error has no code."];
  if (typeof message !== "string" || message === "") return ["Its error has no message."];
  return [
    ...(code === INTERNAL_ERROR && message !== DELIBERATE
      ? ["It blames the server for what the client sent."]
      : []),
    ...new Set([...faultsInText(message), ...faultsInText(JSON.stringify(error))]),
  ];
}

function faultsInText(text: string): string[] {
  return [
    ...(issueList.test(text) ? ["It shows a list of zod issues."] : []),
    ...(unexpected.test(text) ? ["Something failed unexpectedly."] : []),
    ...leaksIn(text),
  ];
}
