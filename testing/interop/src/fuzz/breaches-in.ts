import { homedir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { markInvisibleInJson } from "@faculties/errors";
import type { JsonRpcMessage } from "@faculties/testkit";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

const INVALID_PARAMS = -32_602;
const INVALID_REQUEST = -32_600;
const LEAST_LIMIT = 512 * 1024;
const stackTrace =
  /\n\s*at\s[^\n]*:\d+|\bat\s\S+\s\([^)\n]*:\d+:\d+\)|\b(server|chunk)[\w-]*\.cjs\b/;
const repository = dirname(fileURLToPath(new URL("../../..", import.meta.url)));
const hostPaths = [repository, homedir(), dirname(process.execPath), "node_modules"].map(
  (path) => `${path}/`,
);

/** Every promise about answers that this one breaks. */
export function breachesIn({ result, error }: JsonRpcMessage, json: string): string[] {
  if (error) return [...refusalBreaches(error.code, json), ...leaksIn(JSON.stringify(error))];
  const parsed = CallToolResultSchema.safeParse(result);
  if (!parsed.success) return [`The result is malformed: ${parsed.error.message}`];
  const { isError, content } = parsed.data;
  const shown = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return [
    ...(content.length > 0 ? [] : ["The result has no content."]),
    ...hiddenTextIn(result),
    ...(isError ? leaksIn(`${shown}\n${JSON.stringify(parsed.data.structuredContent)}`) : []),
  ];
}

function refusalBreaches(code: number, json: string): string[] {
  if (code === INVALID_REQUEST && json.length > LEAST_LIMIT) return [];
  if (json.startsWith("{")) return ["A tool that exists answered with a JSON-RPC error."];
  return code === INVALID_PARAMS ? [] : [`The code ${code} is wrong for bad arguments.`];
}

/** Characters that a model would read and a person would not see. */
export function hiddenTextIn(result: unknown): string[] {
  const json = JSON.stringify(result ?? null);
  return markInvisibleInJson(json) === json ? [] : ["The answer has invisible characters."];
}

/** The facts about the host that an error gives away. */
export function leaksIn(text: string): string[] {
  return [
    ...(stackTrace.test(text) ? ["An error contains a stack trace."] : []),
    ...hostPaths
      .filter((path) => path.length > 2 && text.includes(path))
      .map((path) => `An error contains the host's path ${path}.`),
  ];
}
