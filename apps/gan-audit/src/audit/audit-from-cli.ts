import type { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import { gatherMaterial } from "../material/gather-material.ts";
import { resolveRoot } from "../material/resolve-root.ts";
import type { Context } from "../context.ts";
import type { Panel } from "../domain/combine-judgements.ts";
import type { Material } from "../domain/material.ts";
import { INTERNAL, createInternalJudge } from "../judges/internal-judge.ts";
import { askJudges } from "../judges/judge-panel.ts";
import { gatherSettings } from "./gather-settings.ts";

export type Examined = { material: Material; panel: Panel };

/** Judges files from the command line, with the judge that needs no key; nothing is kept. */
export async function examine(
  context: Context,
  config: Pick<SessionConfig, "scope" | "paths">,
  signal: AbortSignal,
): Promise<Examined> {
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
