import type { RunSnapshot } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import type { PlanRunOutput } from "@faculties/schemas/orchestrator-resources/plan-run";
import { call } from "../../live/mcp.ts";
import { go } from "../../live/route.ts";
import { useTools } from "../../live/use-tools.ts";
import { useConfirm } from "../../parts/confirm.tsx";
import { Failure } from "../../parts/failure.tsx";
import { useAction } from "../../parts/use-action.ts";

const SERVER = "orchestrator-resources";

/** Pause, resume, cancel and run again, as far as the run's state and the role allow. */
export function RunActions({ run: { run_id, state, graph_id } }: { run: RunSnapshot }) {
  const tools = useTools(SERVER);
  const { isBusy, error, run } = useAction();
  const { ask, dialog } = useConfirm();
  const isOffered = (tool: string) => tools?.some(({ name }) => name === tool) ?? false;
  const isGoing = state === "running" || state === "pending";
  const steer = (tool: string) => run(() => call(SERVER, tool, { run_id }));
  const cancel = async () => {
    const isSure = await ask({
      title: `Cancel the run of ${graph_id ?? run_id}?`,
      text: "Its processes are ended. What they have done stays done.",
      yes: "Cancel the run",
      isDangerous: true,
    });
    if (isSure) await steer("plan_cancel");
  };
  const again = () =>
    run(async () => {
      const input = { graph_id: graph_id ?? "" };
      const { run_id: next } = await call<PlanRunOutput>(SERVER, "plan_run", input);
      go("runs", "run", next);
    });
  return (
    <>
      {!isGoing && state !== "paused" && graph_id !== null && isOffered("plan_run") && (
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void again()}>
          Run again
        </button>
      )}
      {isGoing && isOffered("plan_pause") && (
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() => void steer("plan_pause")}
        >
          Pause
        </button>
      )}
      {state === "paused" && isOffered("plan_resume") && (
        <button type="button" disabled={isBusy} onClick={() => void steer("plan_resume")}>
          Resume
        </button>
      )}
      {(isGoing || state === "paused") && isOffered("plan_cancel") && (
        <button type="button" class="danger" disabled={isBusy} onClick={() => void cancel()}>
          Cancel
        </button>
      )}
      <Failure message={error} />
      {dialog}
    </>
  );
}
