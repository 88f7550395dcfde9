import { defineTool } from "@faculties/mcp-kit";
import type { GanFailure, GanReview } from "@faculties/schemas/gan-audit/gan-review";
import {
  SequentialThinkingInput,
  SequentialThinkingOutput,
} from "@faculties/schemas/gan-audit/sequentialthinking";
import type { Context } from "../context.ts";
import { AUDITING_OFF } from "../settings.ts";

const CONFIG_FENCE = "gan-config";
const MOST_ROUNDS = 20;

export const sequentialthinkingTool = defineTool({
  name: "sequentialthinking",
  title: "Sequential thinking",
  description:
    "Dynamic multi-step reasoning with optional GAN audit of code changes. Review code before you commit: put the new or changed function, patch or diff into the thought, in a fenced block, and get bugs, security vulnerabilities (such as injection) and missing error handling by line, a quality score and a verdict; if that is not pass, fix the lines and send another step. Also thinks through a problem step by step, in numbered steps that can revise and branch. Skip it for trivial edits.",
  hasView: true,
  input: SequentialThinkingInput,
  output: SequentialThinkingOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  // Room for many batches of files, questions to models and cycles, each of which has a deadline of its own.
  deadlineOf: (_input, { settings }: Context) =>
    MOST_ROUNDS * (settings.engineTimeoutMs + settings.judgeTimeoutMs),
  // Programs of the project are done in seconds; a whole workspace, or a model among the judges, is not.
  isLong: ({ thought }, { settings }: Context) =>
    settings.enabled && (thought.includes(CONFIG_FENCE) || (settings.judges?.length ?? 0) > 0),
  async usesRoots({ thought }, { settings }: Context) {
    if (!settings.enabled || settings.root !== undefined) return false;
    const { readThought } = await import("../domain/read-thought.ts");
    return readThought(thought) !== undefined;
  },
  async run(input, context: Context, call) {
    const { thought, thoughtNumber, totalThoughts, nextThoughtNeeded, branchId } = input;
    const { sessionId, length, branches } = await context.history.record(call.sessionId, input);
    for (const key of ["revisesThought", "branchFromThought"] as const)
      if ((input[key] ?? 0) >= length)
        call.log.info(`${key} is not in the history`, { [key]: input[key] });
    const standard = {
      thoughtNumber,
      totalThoughts: Math.max(totalThoughts, thoughtNumber),
      nextThoughtNeeded,
      branches,
      thoughtHistoryLength: length,
    };

    const { readThought } = await import("../domain/read-thought.ts");
    const material = readThought(thought);
    if (!material) return standard;
    if (!context.settings.enabled)
      return { ...standard, notice: `This code was not audited: ${AUDITING_OFF}` };

    const session = branchId || sessionId;
    const gan = await (await context.auditor()).audit(session, material, call);
    return combineResponse(standard, session, gan);
  },
});

/** The standard answer with an audit: what has to be revised needs another thought. */
function combineResponse(
  standard: SequentialThinkingOutput,
  sessionId: string,
  gan: GanReview | GanFailure,
): SequentialThinkingOutput {
  const mustGoOn = "verdict" in gan && gan.verdict !== "pass";
  return { ...standard, nextThoughtNeeded: standard.nextThoughtNeeded || mustGoOn, sessionId, gan };
}
