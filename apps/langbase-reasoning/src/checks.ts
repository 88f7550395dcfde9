import type { Check } from "@faculties/mcp-kit";
import type { Context, Values } from "./context.ts";
import { loadPresets } from "./presets/load-presets.ts";
import { STEP_TOOL_NAMES } from "./tools/step-tools.ts";

/** The checks of `doctor`. */
export function checks(context: Context, values: Values): readonly Check[] {
  return [
    { name: "database", run: () => checkDatabase(context) },
    { name: "model", run: () => checkModel(context) },
    ...(values.langbaseKey ? [{ name: "pipes", run: () => checkPipes(context) }] : []),
    ...(values.presets === undefined
      ? []
      : [{ name: "presets", run: () => checkPresets(values.presets) }]),
  ];
}

async function checkDatabase({ store }: Context) {
  const storage = await store.storage();
  const problems = await storage.integrityProblems();
  return problems.length === 0
    ? { status: "ok" as const, message: storage.describe() }
    : { status: "fail" as const, message: `${storage.describe()}: ${problems.join("; ")}` };
}

async function checkModel({ model }: Context) {
  const chosen = await model.choose({ sample: undefined });
  if (chosen === undefined)
    return {
      status: "warn" as const,
      message:
        "none is configured: only tools that need no model work, unless the client offers sampling. Set LANGBASE_API_KEY, OPENAI_API_KEY or OPENAI_BASE_URL.",
    };
  return {
    status: "ok" as const,
    message: `${chosen.name}, ${chosen.modelOf("linear")} for linear reasoning`,
  };
}

async function checkPipes(context: Context) {
  const { checkPipes: comparePipes, openPipes } = await import("./pipes/manage-pipes.ts");
  const states = await comparePipes(openPipes(context));
  const named = (wanted: string) =>
    states.flatMap(({ name, state }) => (state === wanted ? [name] : []));
  const [missing, different] = [named("missing"), named("different")];
  if (missing.length > 0)
    return {
      status: "fail" as const,
      message: `missing at Langbase: ${missing.join(", ")}. Run pipes push.`,
    };
  if (different.length > 0)
    return {
      status: "warn" as const,
      message: `other settings than this version's: ${different.join(", ")}. Run pipes push to update them.`,
    };
  return { status: "ok" as const, message: `all ${states.length} are at Langbase` };
}

async function checkPresets(file: string | undefined) {
  const presets = await loadPresets(file, STEP_TOOL_NAMES);
  return { status: "ok" as const, message: `${presets.length} presets` };
}
