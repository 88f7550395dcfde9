import { CodedError } from "@faculties/errors";
import { type Command, type CommandRun, defineCommand } from "../app/command.ts";
import { didYouMean } from "../options/config-error.ts";
import { type HookInput, readHookInput } from "./hook-input.ts";

type HookCall<Context> = { context: Context; input: HookInput; signal: AbortSignal };

export type Hook<Context> = {
  /** Other agents' names for the event, for when one of them leaves the name out. */
  event: "SessionStart" | "UserPromptSubmit" | "PostToolUse" | "Stop";
  /** The text for the model; undefined when there is nothing to say. */
  run(call: HookCall<Context>): Promise<string | undefined>;
};

type Hooks<Context> = Readonly<Record<string, Hook<Context>>>;

const FAULT = 1;
const LARGEST_INPUT = 16 * 1024 * 1024;

/**
 * `<server> hook <event>`: agents run it and hand the JSON of the event to its standard input. Whatever goes wrong ends it with
 * exit code 1 and one sentence, never with 2, which agents take for a refusal; and it ends in time, whatever it waits for.
 */
export function hookCommand<Context>(hooks: Hooks<Context>, limitMs: number): Command<Context> {
  const names = Object.keys(hooks);
  return defineCommand<Context, Record<never, never>>({
    name: "hook",
    usage: names.join("|"),
    summary: "Answer a hook of a coding agent, whose JSON stands on standard input",
    positionals: [1, 1],
    choices: names,
    async run(run) {
      const limit = setTimeout(() => endLate(limitMs), limitMs);
      try {
        return await answer(hooks, run);
      } finally {
        clearTimeout(limit);
      }
    },
  });
}

async function answer<Context>(
  hooks: Hooks<Context>,
  { context, positionals: [name = ""], print, signal }: CommandRun<Context>,
): Promise<number> {
  const hook = Object.hasOwn(hooks, name) ? hooks[name] : undefined;
  if (!hook) throw unknownEvent(name, Object.keys(hooks));
  const input = readHookInput(await readInput());
  const text = await hook.run({ context, input, signal });
  if (text !== undefined && text !== "") print(JSON.stringify(renderAnswer(hook, input, text)));
  return 0;
}

/** Agents other than Cursor took over the shape of Claude Code. */
function renderAnswer<Context>(hook: Hook<Context>, input: HookInput, text: string): object {
  if (hook.event === "Stop")
    return input.isCursor ? { followup_message: text } : { decision: "block", reason: text };
  if (input.isCursor) return { additional_context: text };
  const hookEventName = input.event ?? hook.event;
  return { hookSpecificOutput: { hookEventName, additionalContext: text } };
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY)
    throw new CodedError(
      "HOOK_INPUT",
      "A hook is run by a coding agent, which writes JSON to its standard input.",
    );
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > LARGEST_INPUT)
      throw new CodedError("HOOK_INPUT", "The JSON of the event is larger than 16 MiB.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function unknownEvent(name: string, known: readonly string[]): CodedError {
  const hint = didYouMean([name], known);
  return new CodedError(
    "HOOK_EVENT",
    `There is no hook "${name}".${hint} Choose from: ${known.join(", ")}.`,
  );
}

/** The agent waits for its hook, so a hook that waits for a locked database or a slow disk gives up. */
function endLate(limitMs: number): void {
  process.stderr.write(`The hook had no answer within ${limitMs} ms, so it says nothing.\n`);
  process.exit(FAULT);
}
