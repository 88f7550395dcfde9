import { CodedError } from "@faculties/errors";
import { isObject } from "../protocol/check-message.ts";

/** The JSON that an agent gives to a hook, in one shape for all agents. */
export type HookInput = {
  /** The agent's own name of the event, which some of them want back. */
  event: string | undefined;
  /** The folder that the agent works in. */
  cwd: string | undefined;
  prompt: string | undefined;
  /** The files that the tool has just changed. */
  files: readonly string[];
  /** The texts that it put into them; none when the agent does not say. */
  written: readonly string[];
  /** Whether the agent continues already because a hook asked it to. */
  isRepeated: boolean;
  /** The file with the conversation so far, one JSON object a line. */
  transcript: string | undefined;
  /** Cursor answers to names of its own. */
  isCursor: boolean;
};

const PATCHED_FILE = /^\*\*\* (?:Update|Add) File: (.+)$/gm;
const ADDED_LINE = /^\+(?!\+\+ )(.*)$/gm;
const PATHS = ["file_path", "path", "filePath", "notebook_path"];
const TEXTS = ["content", "new_string", "newString", "new_source", "new_str", "file_text"];
const PATCHES = ["command", "input", "patch", "patch_text"];

/** Reads what Claude Code, Codex, Gemini CLI, VS Code and Cursor give to a hook; unknown members are ignored. */
export function readHookInput(json: string): HookInput {
  const value = parse(json);
  const tool = isObject(value["tool_input"]) ? value["tool_input"] : {};
  const patches = PATCHES.flatMap((name) => textsIn(tool[name])).filter((text) =>
    text.includes("*** "),
  );
  const sources = [tool, value, ...editsIn(tool), ...editsIn(value)];
  const [root] = textsIn(value["workspace_roots"]);
  return {
    event: textOf(value["hook_event_name"]),
    cwd: textOf(value["cwd"]) ?? root,
    prompt: textOf(value["prompt"]),
    files: unique([
      ...sources.flatMap((source) => PATHS.flatMap((name) => textOf(source[name]) ?? [])),
      ...patches.flatMap((patch) => matches(patch, PATCHED_FILE)),
    ]),
    written: [
      ...sources.flatMap((source) => TEXTS.flatMap((name) => textOf(source[name]) ?? [])),
      ...patches.flatMap((patch) => matches(patch, ADDED_LINE)),
    ],
    isRepeated: value["stop_hook_active"] === true || Number(value["loop_count"] ?? 0) > 0,
    transcript: textOf(value["transcript_path"]),
    isCursor: "workspace_roots" in value || "cursor_version" in value,
  };
}

function parse(json: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    value = undefined;
  }
  if (isObject(value)) return value;
  throw new CodedError(
    "HOOK_INPUT",
    "A hook reads the JSON object that the agent writes to its standard input; this is none.",
  );
}

function editsIn(value: Record<string, unknown>): Record<string, unknown>[] {
  const { edits } = value;
  return Array.isArray(edits) ? edits.filter(isObject) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function textsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((one) => textOf(one) ?? []);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group = ""]) => group);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
