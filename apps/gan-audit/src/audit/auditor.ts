import type { Logger, ToolCall } from "@faculties/mcp-kit";
import { CodedError } from "@faculties/errors";
import type { GanFailure, GanReview } from "@faculties/schemas/gan-audit/gan-review";
import { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import type { Obstacle } from "../material/collection.ts";
import { ContainedFiles } from "../material/contained-files.ts";
import { gatherMaterial, type GatherSettings } from "../material/gather-material.ts";
import { resolveRoot } from "../material/resolve-root.ts";
import { checkPatch } from "@faculties/files/git";
import { auditedDiff } from "../domain/audited-diff.ts";
import { buildReview } from "../domain/build-review.ts";
import type { Material } from "../domain/material.ts";
import type { ThoughtMaterial } from "../domain/read-thought.ts";
import { readConfigBlock, sanitiseConfig } from "../domain/sanitise-config.ts";
import { scoreFindings } from "../domain/score-findings.ts";
import { sentences } from "../domain/summarise.ts";
import { askJudges, type FindJudge } from "../judges/judge-panel.ts";
import type { AuditStore } from "../store/audits.ts";
import { createGenerator, type FindModel } from "../generator/create-generator.ts";
import { runAudit } from "./run-audit.ts";

export type AuditCall = Pick<ToolCall, "signal" | "progress" | "roots" | "sample">;

export type AuditorParts = {
  defaults: Partial<SessionConfig>;
  root: string | undefined;
  /** Over HTTP the client is elsewhere, and its roots are no folders of this machine. */
  isOverHttp: boolean;
  cwd: string;
  generator: string | undefined;
  gather: GatherSettings;
  log: Logger;
  store: AuditStore;
  /** Told of every audit that was kept. */
  onAudited(audit: { session: string; position: number }): void;
  findJudge(call: AuditCall): FindJudge;
  findModel(call: AuditCall): FindModel;
};

export type Auditor = {
  audit(
    session: string,
    thought: ThoughtMaterial,
    call: AuditCall,
  ): Promise<GanReview | GanFailure>;
};

/** Audits what a thought brings, by the configuration of its session. */
export function createAuditor(parts: AuditorParts): Auditor {
  return {
    async audit(session, thought, call) {
      try {
        return await auditNow(parts, session, thought, call);
      } catch (error) {
        call.signal.throwIfAborted();
        parts.log.error("an audit failed", { error, stack: (error as Error).stack });
        return { error: "The audit failed; the server's log has the reason.", judge_cards: [] };
      }
    },
  };
}

async function auditNow(
  parts: AuditorParts,
  session: string,
  thought: ThoughtMaterial,
  call: AuditCall,
): Promise<GanReview | GanFailure> {
  const { store } = parts;
  const base = sanitiseConfig(
    await store.settings(session),
    SessionConfig.parse(parts.defaults),
  ).config;
  const { config, notes } = readConfigBlock(thought.config, base);
  const root = await resolveRoot({
    configured: parts.root,
    roots: parts.isOverHttp ? async () => undefined : call.roots,
    cwd: parts.cwd,
  });
  const material = await gatherMaterial({ config, thought, root }, parts.gather, call.signal);
  const result =
    material.texts.length === 0
      ? nothing(config, material, notes)
      : await run(parts, config, material, notes, root, call);
  if (!("verdict" in result)) return result;
  const diff = auditedDiff(material, result.review.inline);
  try {
    const position = await store.record(session, { review: result, config, diff });
    parts.onAudited({ session, position });
    return result;
  } catch (error) {
    call.signal.throwIfAborted();
    parts.log.error("an audit could not be stored", { error });
    return withNote(result, `This audit could not be stored. ${reasonOf(error)}`);
  }
}

/** Judges may have been paid for: what they said is not lost because it cannot be stored. */
function withNote(review: GanReview, note: string): GanReview {
  const { summary, ...rest } = review.review;
  return { ...review, review: { ...rest, summary: `${summary} ${note}` } };
}

function reasonOf(error: unknown): string {
  return error instanceof CodedError ? error.message : "The server's log has the reason.";
}

function run(
  parts: AuditorParts,
  config: SessionConfig,
  material: Material,
  notes: readonly string[],
  root: { root: string } | Obstacle,
  call: AuditCall,
): Promise<GanReview | GanFailure> {
  const { signal, progress } = call;
  const { environment, gitTimeoutMs: timeoutMs } = parts.gather;
  const onFailure = (judge: string, error: unknown) =>
    parts.log.warn("a judge failed", { judge, error });
  const onProgress = (done: number, total: number) => progress(done, total, "judging");
  const folder = "root" in root ? root.root : undefined;
  return runAudit({
    config,
    material,
    notes,
    judge: (judged) =>
      askJudges(config.judges, parts.findJudge(call), {
        material: judged,
        task: config.task,
        signal,
        onProgress,
        onFailure,
      }),
    generate: createGenerator(
      parts.generator ?? config.judges.find(isModel),
      parts.findModel(call),
      signal,
      onFailure,
    ),
    isApplicable: async (diff) =>
      folder === undefined || checkPatch(folder, diff, { signal, environment, timeoutMs }),
    openFiles: async () =>
      folder === undefined ? undefined : ContainedFiles.open(folder, parts.gather),
  });
}

const isModel = (name: string): boolean => name !== "internal";

/** Without anything to judge no judge is asked, and none gets a score. */
function nothing(
  config: SessionConfig,
  material: Material,
  notes: readonly string[],
): GanReview | GanFailure {
  const cards = config.judges.map((model) => ({ model, notes: "There was nothing to judge." }));
  if (config.scope === "paths" || material.shortfall === "failed") {
    const reasons = sentences([...notes, ...material.notes]);
    return { error: `Nothing could be audited. ${reasons}`, judge_cards: cards };
  }
  const { overall, dimensions } = scoreFindings([], 0);
  const score = material.isCut ? { overall: undefined, dimensions: [] } : { overall, dimensions };
  return buildReview({
    panel: { ...score, findings: [], citations: [], cards, unread: [], isWhole: true },
    material,
    threshold: 0,
    iterations: 0,
    proposedDiff: null,
    notes: ["there was nothing to audit", ...notes],
  });
}
