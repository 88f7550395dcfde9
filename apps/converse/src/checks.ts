import { allowedArea, broadRootProblem } from "@faculties/files";
import type { Check, CheckOutcome } from "@faculties/mcp-kit";
import type { Context } from "./context.ts";

const KEYED = ["openai", "google", "xai", "anthropic", "openrouter"];

const ok = (message: string): CheckOutcome => ({ status: "ok", message });
const warn = (message: string): CheckOutcome => ({ status: "warn", message });
const fail = (message: string): CheckOutcome => ({ status: "fail", message });

/** The checks of `doctor`: the database, the settings, and whether every provider answers. */
export function checks(context: Context): Check[] {
  return [
    { name: "database", run: () => checkDatabase(context) },
    { name: "allowed directories", run: () => checkDirectories(context) },
    ...KEYED.map((name) => ({ name, run: () => checkVendor(name, context) })),
    { name: "compatible", run: () => checkEndpoints(context) },
    { name: "cli", run: () => checkAgents(context) },
    { name: "models", run: () => checkModels(context) },
  ];
}

async function checkDatabase(context: Context): Promise<CheckOutcome> {
  const storage = await context.storage();
  const problems = await storage.integrityProblems();
  const place = storage.describe();
  return problems.length === 0 ? ok(place) : fail(`${place}: ${problems.join("; ")}`);
}

async function checkModels({ models }: Context): Promise<CheckOutcome> {
  const access = await models();
  const { provider, model } = await access.resolve(undefined, new AbortController().signal);
  return ok(`${access.registry.models.length} known; auto is ${provider}/${model}`);
}

async function checkDirectories({ allowedDirectories }: Context): Promise<CheckOutcome> {
  if (allowedDirectories.length === 0) {
    const problem = broadRootProblem(process.cwd());
    return problem === undefined
      ? ok("the client's roots, else the working directory; CONVERSE_ALLOWED_DIRS sets others")
      : warn(`the client's roots only: ${problem}; CONVERSE_ALLOWED_DIRS sets others`);
  }
  const { real } = allowedArea(allowedDirectories);
  const isComplete = real.length === allowedDirectories.length;
  return isComplete ? ok(real.join(", ")) : warn(`only these exist: ${real.join(", ") || "none"}`);
}

async function checkVendor(provider: string, { settings, redact }: Context): Promise<CheckOutcome> {
  const { probeVendor, vendorProbes } = await import("./models/probe-vendor.ts");
  const probe = vendorProbes(settings).find((candidate) => candidate.provider === provider);
  if (probe?.apiKey === undefined) return ok("not configured");
  const problem = await probeVendor(probe, probe.apiKey);
  return problem === undefined ? ok("answers and takes the key") : fail(redact(problem));
}

async function checkEndpoints({ models }: Context): Promise<CheckOutcome> {
  const { endpoints } = await models();
  if (endpoints.length === 0) return ok("not configured");
  const { listEndpointModels } = await import("./models/list-endpoint-models.ts");
  const { signal } = new AbortController();
  const found = await Promise.all(
    endpoints.map(async (endpoint) => {
      const list = await listEndpointModels(endpoint, signal);
      return `${endpoint.name}: ${list.join(", ") || "no models"}`;
    }),
  );
  return ok(found.join("; "));
}

async function checkAgents({ models }: Context): Promise<CheckOutcome> {
  const { agents } = await models();
  if (agents.length === 0) return ok("none found");
  const found = agents.map(
    ({ command, path, isSignedIn, isOpen }) =>
      `${command}${path === undefined ? "" : ` at ${path}`}${isOpen ? "" : whyClosed(isSignedIn)}`,
  );
  return ok(found.join("; "));
}

function whyClosed(isSignedIn: boolean): string {
  return isSignedIn ? ", is the client itself: asked only by name" : ", no sign-in found";
}
