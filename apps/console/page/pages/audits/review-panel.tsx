import type { SequentialThinkingOutput } from "@faculties/schemas/gan-audit/sequentialthinking";
import { ReviewView } from "@faculties/views";
import { applyingThought, type AuditDetails } from "../../domain/audits.ts";
import { call, readJson } from "../../live/mcp.ts";
import { go } from "../../live/route.ts";
import { useLive } from "../../live/use-live.ts";
import { useTools } from "../../live/use-tools.ts";
import { useConfirm } from "../../parts/confirm.tsx";
import { Failure } from "../../parts/failure.tsx";
import { useAction } from "../../parts/use-action.ts";

const SERVER = "gan-audit";

export function ReviewPanel({ uri, session }: { uri: string; session: string }) {
  const { value, error } = useLive(SERVER, [], uri, () => readJson<AuditDetails>(SERVER, uri));
  const tools = useTools(SERVER);
  const action = useAction();
  const { ask, dialog } = useConfirm();
  if (value === undefined) return <Failure message={error} />;
  const { review, config, diff } = value;
  const apply = async () => {
    const isSure = await ask({
      title: "Apply the proposed patch?",
      text: "The same is audited once more, and the fixes are written to the files of the audited folder: all of them or, where a file has changed meanwhile, none.",
      yes: "Apply it",
      isDangerous: true,
    });
    if (!isSure) return;
    await action.run(async () => {
      const { gan } = await call<SequentialThinkingOutput>(SERVER, "sequentialthinking", {
        thought: applyingThought(config),
        thoughtNumber: 1,
        totalThoughts: 1,
        nextThoughtNeeded: false,
        branchId: session,
      });
      if (gan && "error" in gan) throw new Error(gan.error);
      // The newest review says what was written.
      go("audits", session);
    });
  };
  const canApply = (tools?.length ?? 0) > 0;
  return (
    <>
      <div class="card">
        <ReviewView
          review={review}
          diff={diff === "" ? undefined : diff}
          onApply={canApply ? () => void apply() : undefined}
        />
      </div>
      <Failure message={action.error} />
      {dialog}
    </>
  );
}
