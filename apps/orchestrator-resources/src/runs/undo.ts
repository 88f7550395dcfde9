import { fillCommandLine } from "../domain/node-attributes.ts";
import type { Scope } from "../domain/template.ts";
import type { RunNodeRow } from "../store/tables.ts";
import type { NodeExecutor } from "./node-executor.ts";
import type { RunState } from "./run-state.ts";

/** A node that has succeeded and says how to take it back. */
export type Undoable = { name: string; line: string; at: number; scope: Scope };

type UndoParts = {
  runId: string;
  graphId: string | null;
  runState: RunState;
  executor: NodeExecutor;
  restored: ReadonlyMap<string, RunNodeRow>;
  signal: AbortSignal;
  timeoutMs: number | undefined;
};

/** Several may have ended in the same millisecond: then in the order in which that was noticed. */
function lastFirst(undoable: readonly Undoable[]): Undoable[] {
  return undoable.toReversed().toSorted((left, right) => right.at - left.at);
}

/** Takes back what has succeeded, the last first; the nodes of which that failed. */
export async function undoAll(
  undoable: readonly Undoable[],
  { runId, graphId, runState, executor, restored, signal, timeoutMs }: UndoParts,
): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, line, scope } of lastFirst(undoable)) {
    const nodeId = `${name}#undo`;
    if (restored.get(nodeId)?.state === "succeeded") continue;
    const attempt = (restored.get(nodeId)?.attempts ?? 0) + 1;
    runState.started(nodeId, "child", { attempt, lost: attempt - 1, after: [name] });
    try {
      const { command, args } = fillCommandLine(line, scope);
      const { output = null, exitCode = null } = await executor.execute(
        { kind: "child", command, args, env: {}, retry_delay_ms: 0 },
        {
          ...runState.reporterOf(nodeId, "child"),
          runId,
          graphId,
          nodeId,
          attempt,
          timeoutMs,
          signal,
        },
      );
      runState.ended(nodeId, "child", { state: "succeeded", error: null, output, exitCode });
    } catch (error) {
      signal.throwIfAborted();
      failed.push(name);
      runState.ended(nodeId, "child", { state: "failed", error: (error as Error).message });
    }
  }
  return failed;
}
