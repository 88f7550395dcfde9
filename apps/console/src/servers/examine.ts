import { execFile } from "node:child_process";
import type { Launch } from "./launch.ts";

export type Check = { name: string; status: "ok" | "warn" | "fail"; message: string };

const PATIENCE_MS = 30_000;

/** What a server's own `doctor` finds, with the settings that it runs with. */
export function examine(entry: string, { args, env }: Launch): Promise<Check[]> {
  return new Promise((resolve) => {
    const flags = [entry, "doctor", "--json", ...args];
    execFile(process.execPath, flags, { env, timeout: PATIENCE_MS }, (error, stdout) => {
      try {
        resolve((JSON.parse(stdout) as { checks: Check[] }).checks);
      } catch {
        const message = error?.message ?? "its doctor said nothing that could be read";
        resolve([{ name: "doctor", status: "fail", message }]);
      }
    });
  });
}
