import type { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import type { Context } from "../context.ts";
import type { Panel } from "../domain/combine-judgements.ts";
import type { Material } from "../domain/material.ts";
import { createInternalJudge, INTERNAL } from "../judges/internal-judge.ts";
import { askJudges } from "../judges/judge.ts";
import { gatherMaterial, gatherSettings } from "../material/gather-material.ts";
import { resolveRoot } from "../material/resolve-root.ts";

export type CliAudit = { material: Material; panel: Panel };

/** Judges files from the command line, with the judge that needs no key; nothing is kept. */
export async function auditFromCli(
  context: Context,
  config: Pick<SessionConfig, "scope" | "paths">,
  signal: AbortSignal,
): Promise<CliAudit> {
  const root = await resolveRoot({
    configured: context.settings.root,
    roots: async () => undefined,
    cwd: process.cwd(),
  });
  const material = await gatherMaterial(
    { config, thought: undefined, root },
    gatherSettings(context),
    signal,
  );
  const judge = createInternalJudge(await context.engines());
  const call = { material, task: "", signal, onProgress: () => undefined };
  return { material, panel: await askJudges([INTERNAL], async () => judge, call) };
}
