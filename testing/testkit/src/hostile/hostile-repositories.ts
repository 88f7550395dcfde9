import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary-directory.ts";
import { historyTraps } from "./history-traps.ts";
import { layoutTraps } from "./layout-traps.ts";
import { placedSettingTraps, settingTraps } from "./setting-traps.ts";
import { stallingTraps } from "./stalling-traps.ts";
import type { Trap } from "./trap.ts";
import { Workshop } from "./workshop.ts";

export interface HostileRepository {
  /** For the title of a test, and the name of its marker. */
  readonly name: string;
  /** The folder that the subject of the test works in. */
  readonly root: string;
  readonly sprungBy: readonly string[] | undefined;
  /** Whether git does not come to an end there by itself. */
  readonly isStalling: boolean;
  /** The folder that stands first on PATH, where that belongs to the trap. */
  readonly pathEntries: readonly string[];
}

export interface HostileCorpus {
  readonly repositories: readonly HostileRepository[];
  /** The repositories whose programs ran. */
  markers(): string[];
}

const TRAPS: readonly Trap[] = [
  ...settingTraps,
  ...placedSettingTraps,
  ...historyTraps,
  ...layoutTraps,
  ...stallingTraps,
];

/** Repositories that try to run a program, or to keep git from ending, each in its own way. */
export async function hostileRepositories(): Promise<HostileCorpus> {
  const base = join(await temporaryDirectory(), "hostile");
  mkdirSync(base);
  const workshop = new Workshop(base);
  const repositories = TRAPS.map((trap): HostileRepository => {
    const root = trap.build(workshop);
    return {
      name: trap.name,
      root,
      sprungBy: trap.sprungBy,
      isStalling: trap.isStalling ?? false,
      pathEntries: trap.pathEntries?.(root) ?? [],
    };
  });
  // Building may have set off one or the other.
  workshop.clearMarkers();
  return { repositories, markers: () => workshop.markers() };
}
