import { allowedArea, broadRootProblem } from "@faculties/files";
import type { CheckOutcome } from "@faculties/mcp-kit";
import type { ConverseContext } from "../context.ts";
import { listEndpointModels } from "../models/list-endpoint-models.ts";
import { probeVendor, vendorProbes } from "../models/probe-vendor.ts";

const ok = (message: string): CheckOutcome => ({ status: "ok", message });
const warn = (message: string): CheckOutcome => ({ status: "warn", message });
const fail = (message: string): CheckOutcome => ({ status: "fail", message });

export async function checkDatabase({ store }: ConverseContext): Promise<CheckOutcome> {
  const { storage } = await store();
  const problems = await storage.integrityProblems();
  const place = storage.describe();
  return problems.length === 0 ? ok(place) : fail(`${place}: ${problems.join("; ")}`);
}

export async function checkModels({ models }: ConverseContext): Promise<CheckOutcome> {
  const access = await models();
  const { provider, model } = await access.resolve(undefined, new AbortController().signal);
  return ok(`${access.registry.models.length} known; auto is ${provider}/${model}`);
}

export async function checkDirectories(context: ConverseContext): Promise<CheckOutcome> {
  const { allowedDirectories } = context;
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

export async function checkVendor(
  provider: string,
  { settings, redact }: ConverseContext,
): Promise<CheckOutcome> {
  const probe = vendorProbes(settings).find((candidate) => candidate.provider === provider);
  if (probe?.apiKey === undefined) return ok("not configured");
  const problem = await probeVendor(probe, probe.apiKey);
  return problem === undefined ? ok("answers and takes the key") : fail(redact(problem));
}

export async function checkEndpoints({ models }: ConverseContext): Promise<CheckOutcome> {
  const { endpoints } = await models();
  if (endpoints.length === 0) return ok("not configured");
  const { signal } = new AbortController();
  const found = await Promise.all(
    endpoints.map(async (endpoint) => {
      const list = await listEndpointModels(endpoint, signal);
      return `${endpoint.name}: ${list.join(", ") || "no models"}`;
    }),
  );
  return ok(found.join("; "));
}

export async function checkAgents({ models }: ConverseContext): Promise<CheckOutcome> {
  const { agents } = await models();
  if (agents.length === 0) return ok("none found");
  const found = agents.map(
    ({ command, path, isSignedIn }) =>
      `${command}${path === undefined ? "" : ` at ${path}`}${isSignedIn ? "" : ", no sign-in found"}`,
  );
  return ok(found.join("; "));
}
