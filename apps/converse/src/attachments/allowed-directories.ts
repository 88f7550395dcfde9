import { parse } from "node:path";
import { fileURLToPath } from "node:url";
import type { ToolCall } from "@faculties/mcp-kit";

const ROOTS_PATIENCE_MS = 3000;

/**
 * Where files may be read: what the operator has set, else what the client offers, else the working directory.
 * A working directory at the top of the file system was not chosen by anybody and allows nothing.
 */
export async function allowedDirectories(
  configured: readonly string[] | undefined,
  { roots, signal, log }: Pick<ToolCall, "roots" | "signal" | "log">,
): Promise<string[]> {
  if (configured !== undefined && configured.length > 0) return [...configured];
  const patience = AbortSignal.any([signal, AbortSignal.timeout(ROOTS_PATIENCE_MS)]);
  try {
    const offered = directoriesOf((await unlessAborted(roots(), patience)) ?? []);
    if (offered.length > 0) return offered;
  } catch (error) {
    signal.throwIfAborted();
    log.warn("the client did not tell its roots, so no file may be read", { error });
    return [];
  }
  const working = process.cwd();
  return working === parse(working).root ? [] : [working];
}

function directoriesOf(roots: readonly string[]): string[] {
  return roots.filter((root) => root.startsWith("file://")).map((root) => fileURLToPath(root));
}

function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
