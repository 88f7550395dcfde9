import { execFile } from "node:child_process";
import type { Launch } from "./launch.ts";

export type Check = { name: string; status: "ok" | "warn" | "fail"; message: string };

const PATIENCE_MS = 30_000;

/** Runs a server's own `doctor` with the settings of the server; stops it when nobody waits for it any more. */
export function probe(
  entry: string,
  { args, env }: Launch,
  abandoned: AbortSignal,
): Promise<Check[]> {
  return new Promise((resolve) => {
    const flags = [entry, "doctor", "--json", ...args];
    const options = { env, timeout: PATIENCE_MS };
    const doctor = execFile(process.execPath, flags, options, (error, stdout) => {
      try {
        resolve((JSON.parse(stdout) as { checks: Check[] }).checks);
      } catch {
        const message = error?.message ?? "its doctor said nothing that could be read";
        resolve([{ name: "doctor", status: "fail", message }]);
      }
    });
    abandoned.addEventListener("abort", () => doctor.kill(), { once: true });
  });
}
