import type { ToolCall } from "@faculties/mcp-kit";

/** The call as a step sees it: its progress counts as a part of the step, and always grows. */
export function stepCall(call: ToolCall, index: number, total: number): ToolCall {
  const { signal, sample, roots, log, sessionId } = call;
  let reports = 0;
  return {
    signal,
    sample,
    roots,
    log,
    sessionId,
    progress(_done, _total, message) {
      reports += 1;
      call.progress(index + reports / (reports + 1), total, message);
    },
  };
}
