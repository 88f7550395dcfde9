import type { KitServices } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { INTERNAL, createInternalJudge } from "../judges/internal-judge.ts";
import { createModelJudge } from "../judges/model-judge.ts";
import type { ModelAccess } from "../judges/model-access.ts";
import { type AuditCall, type Auditor, createAuditor } from "./auditor.ts";
import { gatherSettings } from "./gather-settings.ts";
import { announceAudits } from "../resources/announce-audits.ts";

/** The auditor with everything that it needs from this process. */
export function openAuditor(context: Context, services: KitServices): Auditor {
  const { environment, log, redact, changes } = services;
  const { settings } = context;
  let models: Promise<ModelAccess> | undefined;
  const openModels = () =>
    (models ??= import("../judges/model-access.ts").then((module) =>
      module.openModels(settings, environment, redact),
    ));
  const findModel = (call: AuditCall) => async (name: string) =>
    (await openModels()).find(
      name,
      call.sample &&
        ((request, options) =>
          call.sample?.(request, options) ?? Promise.reject(new Error("no sampling"))),
    );
  return createAuditor({
    defaults: {
      threshold: settings.threshold,
      ...(settings.judges?.length && { judges: settings.judges }),
    },
    root: settings.root,
    isOverHttp: settings.http !== undefined,
    cwd: process.cwd(),
    generator: settings.generator,
    gather: gatherSettings(context),
    log,
    store: context.audits,
    onAudited: (audit) => announceAudits(changes, [audit]),
    findModel,
    findJudge: (call) => async (name) => {
      if (name === INTERNAL) return createInternalJudge(await context.engines());
      const { provider, model } = await findModel(call)(name);
      return createModelJudge(name, provider, model);
    },
  });
}
