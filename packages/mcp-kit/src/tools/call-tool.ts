import { CodedError, markInvisibleInJson, markInvisibleInside } from "@faculties/errors";
import { type CallToolResult, ProtocolError } from "@modelcontextprotocol/server";
import { startWatchdog } from "../app/watchdog.ts";
import type { CallEnd, CallObserver } from "../observe/call-observer.ts";
import type { Logger } from "../observe/logger.ts";
import { OtherResult } from "../protocol/other-result.ts";
import { renderError, type ServerDefinition } from "../protocol/server-definition.ts";
import type { CallRequest } from "./call-request.ts";
import type { CallsInFlight } from "./calls-in-flight.ts";
import { JsonResult, type Tool } from "./define-tool.ts";
import { parseInput, rejectOversized } from "./parse-input.ts";
import { ProgressReporter } from "./progress.ts";
import { ConnectedCall, type Connection, type PartialResult } from "./tool-call.ts";

const USUAL_DEADLINE_MS = 10 * 60 * 1000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export type CallSettings<Context> = {
  definition: ServerDefinition<Context>;
  context: Context;
  /** Awaited before a tool runs. */
  ready?: (() => Promise<void>) | undefined;
  log: Logger;
  maxInputBytes: number;
  inFlight: CallsInFlight;
  observers: readonly CallObserver[];
};

/** Runs the tool of that name; undefined when there is none. */
export type RunTool = (
  name: string,
  input: unknown,
  request: CallRequest,
) => Promise<ToolAnswer> | undefined;

/** Parses, runs, checks and renders one call; every failure becomes a result, never an exception. */
export async function callTool<Context>(
  tool: Tool<Context>,
  input: unknown,
  request: CallRequest,
  connection: Connection,
  settings: CallSettings<Context>,
  onBegun?: (call: ConnectedCall) => void,
): Promise<ToolAnswer> {
  startWatchdog();
  const { definition, context, ready, log, maxInputBytes, inFlight, observers } = settings;
  const endings = observers.map((observer) => observer.begin(tool.name, request));
  let end: CallEnd = { outcome: "ok" };
  const token = request.mcpReq._meta?.progressToken;
  const progress = token === undefined ? undefined : new ProgressReporter(request.mcpReq, token);
  let call: ConnectedCall | undefined;
  try {
    rejectOversized(input, maxInputBytes);
    const parsed = parseInput(tool.input, input ?? {});
    const deadlineMs = deadlineOf(tool, parsed, settings);
    const result = await inFlight.run(
      request.mcpReq.signal,
      { ms: deadlineMs, reason: () => tooLate(deadlineMs) },
      (running) => {
        const made = new ConnectedCall(log, request, connection, running, progress);
        call = made;
        onBegun?.(made);
        const run = () => tool.run(parsed, context, made);
        return ready === undefined || tool.beforeReady ? run() : ready().then(run);
      },
    );
    return result instanceof JsonResult
      ? answerWithJson(result.text)
      : render(tool, tool.output.parse(result));
  } catch (error) {
    end = endOf(error);
    // An error of the protocol, or questions for a person, are answers, but not results of the tool.
    if (error instanceof ProtocolError || error instanceof OtherResult) throw error;
    // A client that cancelled gets no answer, and an error that the tool threw then tells nothing new.
    if (request.mcpReq.signal.aborted) log.debug("call cancelled", { tool: tool.name });
    else logFailure(tool.name, error, log);
    return failure(tool.name, error, definition, call?.partial);
  } finally {
    progress?.end();
    if (request.mcpReq.signal.aborted) end = { outcome: "cancelled" };
    for (const ended of endings) ended(end);
  }
}

/** Every call has a deadline, so that no caller waits and no work continues for ever. */
function deadlineOf<Context>(
  tool: Tool<Context>,
  input: Record<string, unknown>,
  { definition, context }: CallSettings<Context>,
): number {
  const wanted = tool.deadlineOf?.(input, context) ?? tool.deadlineMs ?? definition.deadlineMs;
  return Math.min(wanted ?? USUAL_DEADLINE_MS, LONGEST_TIMER_MS);
}

function endOf(error: unknown): CallEnd {
  return error instanceof CodedError
    ? { outcome: "refused", code: error.code }
    : { outcome: "failed" };
}

function render<Context>(tool: Tool<Context>, result: Record<string, unknown>): ToolAnswer {
  if (!tool.text) return answerWithJson(JSON.stringify(result), () => result);
  const content = [{ type: "text" as const, text: tool.text(result) }];
  return answerWith({ content, structuredContent: result });
}

function logFailure(tool: string, error: unknown, log: Logger): void {
  if (error instanceof CodedError)
    log.debug("call refused", { tool, code: error.code, error, details: error.details });
  else log.error("call failed unexpectedly", { tool, error, stack: (error as Error)?.stack });
}

function failure<Context>(
  tool: string,
  error: unknown,
  definition: ServerDefinition<Context>,
  partial: PartialResult | undefined,
): ToolAnswer {
  const shown =
    error instanceof CodedError
      ? error
      : new CodedError(
          "INTERNAL",
          `${tool} failed unexpectedly; the server's log on stderr has the reason.`,
        );
  const { text, structured } = (definition.renderError ?? renderError)(shown);
  return answerWith({
    content: [
      { type: "text", text },
      ...(partial ? [{ type: "text" as const, text: showPartial(partial) }] : []),
    ],
    structuredContent: partial ? { ...structured, partial } : structured,
    isError: true,
  });
}

function showPartial(partial: PartialResult): string {
  return `Finished before the call ended: ${JSON.stringify(partial)}`;
}

function tooLate(deadlineMs: number): CodedError {
  return new CodedError(
    "TIMEOUT",
    `The call took longer than ${deadlineMs} ms and was stopped. Ask for less at a time, or try again.`,
  );
}

/** The answer to a call: an object for the SDK, JSON for a transport that writes lines itself. Models read it, so that invisible characters are marked. */
export type ToolAnswer = { toResult(): CallToolResult; toJson(): string };

export function answerWith(result: CallToolResult): ToolAnswer {
  return {
    toResult: () => markInvisibleInside(result),
    toJson: () => markInvisibleInJson(JSON.stringify(result)),
  };
}

/** An answer whose text is the JSON of its structured content: built once, written twice. */
function answerWithJson(
  json: string,
  structured: () => Record<string, unknown> = () => JSON.parse(json) as Record<string, unknown>,
): ToolAnswer {
  const text = markInvisibleInJson(json);
  const read = () => (text === json ? structured() : (JSON.parse(text) as Record<string, unknown>));
  return {
    toResult: () => ({ content: [{ type: "text", text }], structuredContent: read() }),
    toJson: () =>
      `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}}`,
  };
}
