import { abortable } from "@faculties/std";
import * as z from "zod";
import type { Patience } from "./handshake.ts";
import { Child, type ChildSettings } from "./child.ts";

const report = z.object({
  checks: z.array(
    z.object({ name: z.string(), status: z.enum(["ok", "warn", "fail"]), message: z.string() }),
  ),
});

export type OwnCheck = z.infer<typeof report>["checks"][number];

/** Asks one of our servers for its own checks: its providers, its database and whatever else it has. */
export async function askOwnChecks(
  settings: ChildSettings,
  { timeoutMs, signal }: Patience,
): Promise<OwnCheck[]> {
  const child = new Child(settings);
  const output: Buffer[] = [];
  child.process.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.process.stdin.end();
  const closed = new Promise((resolve) => child.process.once("close", resolve));
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  await abortable(closed, timeout).catch(() => undefined);
  await child.stop(0);
  const parsed = report.safeParse(parseJson(Buffer.concat(output).toString("utf8")));
  if (parsed.success) return parsed.data.checks;
  const why = timeout.aborted ? `gave no answer within ${timeoutMs / 1_000} s` : await child.ended;
  return [{ name: "doctor", status: "warn", message: `its own checks could not be run: ${why}` }];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The reason is told by how the program ended.
    return undefined;
  }
}
