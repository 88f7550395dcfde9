import { CodedError } from "@faculties/errors";
import { checkPatch } from "@faculties/files/git";
import type { KitServices, Logger, ToolCall } from "@faculties/mcp-kit";
import type { Storage } from "@faculties/storage";
import type { GanFailure, GanReview } from "@faculties/schemas/gan-audit/gan-review";
import { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import { auditedDiff } from "../domain/audited-diff.ts";
import { buildReview, sentences } from "../domain/build-review.ts";
import type { Material } from "../domain/material.ts";
import type { ThoughtMaterial } from "../domain/read-thought.ts";
import { readConfigBlock, sanitiseConfig } from "../domain/sanitise-config.ts";
import { scoreFindings } from "../domain/settle-findings.ts";
import { createGenerator } from "../generator/create-generator.ts";
import { askJudges } from "../judges/judge.ts";
import { createInternalJudge, INTERNAL } from "../judges/internal-judge.ts";
import type { ModelAccess, NamedModel } from "../judges/model-access.ts";
import { createModelJudge } from "../judges/model-judge.ts";
import type { Context } from "../context.ts";
import { announceAudits } from "../resources/audit-history.ts";
import type { Obstacle } from "../material/collection.ts";
import { ContainedFiles } from "../material/contained-files.ts";
import {
  gatherMaterial,
  type GatherSettings,
  gatherSettings,
} from "../material/gather-material.ts";
import { resolveRoot } from "../material/resolve-root.ts";
import {
  type AuditDetails,
  dropOldSessions,
  insertAudit,
  oldSessions,
  settingsOfSession,
  storedSession,
} from "../store/audits.ts";
import { auditsKey } from "../store/lock-keys.ts";
import { runAudit } from "./run-audit.ts";

export type AuditCall = Pick<ToolCall, "signal" | "progress" | "keepPartial" | "roots" | "sample">;

export type Auditor = {
  audit(
    session: string,
    thought: ThoughtMaterial,
    call: AuditCall,
  ): Promise<GanReview | GanFailure>;
};

/** The dependencies of an audit. */
type AuditTools = {
  context: Context;
  gather: GatherSettings;
  log: Logger;
  /** Told of every audit that was kept. */
  onAudited(audit: { session: string; position: number }): void;
  /** The model that a name of the configuration stands for; fails with what to do about it. */
  findModel(name: string, call: AuditCall): Promise<NamedModel>;
};

/** Audits what a thought brings, by the configuration of its session. */
export function createAuditor(
  context: Context,
  { environment, log, redact, changes }: KitServices,
): Auditor {
  let models: Promise<ModelAccess> | undefined;
  const tools: AuditTools = {
    context,
    gather: gatherSettings(context),
    log,
    onAudited: (audit) => announceAudits(changes, [audit]),
    async findModel(name, { sample }) {
      models ??= import("../judges/model-access.ts").then(({ openModels }) =>
        openModels(context.settings, environment, redact),
      );
      return (await models).find(name, sample);
    },
  };
  return {
    async audit(session, thought, call) {
      try {
        return await auditNow(tools, session, thought, call);
      } catch (error) {
        call.signal.throwIfAborted();
        log.error("an audit failed", { error, stack: (error as Error).stack });
        return { error: "The audit failed; the server's log has the reason.", judge_cards: [] };
      }
    },
  };
}

async function auditNow(
  tools: AuditTools,
  session: string,
  thought: ThoughtMaterial,
  call: AuditCall,
): Promise<GanReview | GanFailure> {
  const { storage, settings } = tools.context;
  const { threshold, judges } = settings;
  const own = await storage.query((tx) => settingsOfSession(tx, session));
  const defaults = SessionConfig.parse({ threshold, ...(judges?.length && { judges }) });
  const base = sanitiseConfig(own, defaults).config;
  const { config, notes } = readConfigBlock(thought.config, base);
  const root = await resolveRoot({
    configured: settings.root,
    // Over HTTP the client is elsewhere, and its roots are not folders of this machine.
    roots: settings.http === undefined ? call.roots : async () => undefined,
    cwd: process.cwd(),
  });
  const material = await gatherMaterial({ config, thought, root }, tools.gather, call.signal);
  const result =
    material.texts.length === 0
      ? nothing(config, material, notes)
      : await run(tools, config, material, notes, root, call);
  if (!("verdict" in result)) return result;
  const diff = auditedDiff(material, result.review.inline);
  try {
    const position = await keepAudit(tools.context, session, { review: result, config, diff });
    tools.onAudited({ session, position });
    return result;
  } catch (error) {
    call.signal.throwIfAborted();
    tools.log.error("an audit could not be stored", { error });
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
  tools: AuditTools,
  config: SessionConfig,
  material: Material,
  notes: readonly string[],
  root: { root: string } | Obstacle,
  call: AuditCall,
): Promise<GanReview | GanFailure> {
  const { signal, progress } = call;
  const { environment, gitTimeoutMs: timeoutMs } = tools.gather;
  const onFailure = (judge: string, error: unknown) =>
    tools.log.warn("a judge failed", { judge, error });
  const onProgress = (done: number, total: number) => progress(done, total, "judging");
  const folder = "root" in root ? root.root : undefined;
  return runAudit({
    config,
    material,
    notes,
    judge: (judged) =>
      askJudges(config.judges, (name) => findJudge(tools, name, call), {
        material: judged,
        task: config.task,
        signal,
        onProgress,
        // A finished judgement is not lost because another judge takes too long.
        onJudged: ({ overall, cards, findings }) =>
          call.keepPartial({
            ...(overall !== undefined && { overall }),
            judge_cards: cards,
            findings,
          }),
        onFailure,
      }),
    generate: createGenerator(
      tools.context.settings.generator ?? config.judges.find(isModel),
      (name) => tools.findModel(name, call),
      signal,
      onFailure,
    ),
    isApplicable: async (diff) =>
      folder === undefined || checkPatch(folder, diff, { signal, environment, timeoutMs }),
    openFiles: async () =>
      folder === undefined ? undefined : ContainedFiles.open(folder, tools.gather),
  });
}

async function findJudge({ context, findModel }: AuditTools, name: string, call: AuditCall) {
  if (name === INTERNAL) return createInternalJudge(await context.engines());
  const { provider, model } = await findModel(name, call);
  return createModelJudge(name, provider, model);
}

const isModel = (name: string): boolean => name !== INTERNAL;

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

/** Stores an audit; the number of the audit in its session. A new session may push out the oldest ones. */
export async function keepAudit(
  { storage, writer }: { storage: Storage; writer: string },
  session: string,
  details: AuditDetails,
): Promise<number> {
  const at = storage.now();
  const position = await storage.write((tx) => insertAudit(tx, session, details, { at, writer }), {
    locks: [auditsKey(storedSession(session))],
  });
  if (position > 1) return position;
  const old = await storage.query(oldSessions);
  if (old.length > 0)
    await storage.write((tx) => dropOldSessions(tx, old), { locks: old.map(auditsKey) });
  return position;
}
