import type { Logger } from "@faculties/mcp-kit";
import type { Settings } from "../settings.ts";
import type { Database } from "../store/database.ts";
import { intensities } from "../store/stigmergy.ts";

const RELOAD_MS = 100;

/** Reloads the strength of all marks until stopped, so that a reactive run starts the strongest-marked node first. */
export function watchPriorities({
  database,
  settings,
  log,
}: {
  database: Database;
  settings: Settings;
  log: Pick<Logger, "error">;
}) {
  const halfLifeMs = settings.timings.stigHalfLifeMs;
  const priorities = {
    current: new Map<string, number>(),
    loaded: Promise.resolve(),
    stop: () => clearInterval(timer),
  };
  const load = async () => {
    try {
      priorities.current = await database.query((tx) =>
        intensities(tx, { now: database.now(), halfLifeMs }),
      );
    } catch (error) {
      log.error("marks could not be read", { error });
    }
  };
  const timer = setInterval(() => void load(), RELOAD_MS).unref();
  priorities.loaded = load();
  return priorities;
}
