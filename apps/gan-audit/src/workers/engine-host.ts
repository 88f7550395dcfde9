import type { HostReply, HostRequest } from "../engines/fork-engine.ts";
import type { Engine } from "../engines/engine.ts";
import { programsIn } from "../engines/read-program.ts";

// The life of a child process that runs one engine for the server and ends with it.

const read = programsIn(new URL(".", import.meta.url));
const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  "ast-grep": async () => (await import("../engines/ast-grep.ts")).createAstGrep(read),
  ruff: async () => (await import("../engines/ruff.ts")).createRuff(read),
  secrets: async () => (await import("../engines/secrets.ts")).createSecrets(),
};

const start = ENGINES[process.argv[2] ?? ""];
if (start && process.send) {
  const engine = start();
  // Reported with the first request; until then there is no request to fail.
  engine.catch(() => undefined);
  process.once("disconnect", () => process.exit());
  process.on("message", async (request: HostRequest) => {
    process.send?.(await answer(engine, request));
  });
} else process.exitCode = 2;

async function answer(engine: Promise<Engine>, { id, texts }: HostRequest): Promise<HostReply> {
  try {
    return { id, report: await (await engine).check(texts) };
  } catch (error) {
    return { id, error: (error as Error).message, isRange: error instanceof RangeError };
  }
}
