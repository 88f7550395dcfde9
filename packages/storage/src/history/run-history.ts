import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "@faculties/testkit";
import type { Operation, Step, Wish } from "./operation.ts";

/** Something that goes wrong, from beginning to end. */
export type Fault = {
  name: string;
  /** How often it happens, compared with others. */
  weight: number;
  happen(random: () => number): Promise<void>;
};

type RunSettings = {
  worker: string;
  place: object;
  seed: number;
  lastsMs: number;
  env?: Readonly<Record<string, string>>;
  faults: readonly Fault[];
};
export type RecordedRun = { history: Operation[]; happened: Record<string, number> };
type Line = {
  id: string;
  asked?: string;
  wishes?: Wish[];
  answered?: string;
  outcome?: Operation["outcome"];
  steps?: Step[];
};
type Slot = { process: ChildProcess; exited: Promise<unknown>; lives: number };

const PROCESSES = 4;
const LONGEST_REST_MS = 120;
/** Faults wait for the processes to get something done: on a busy machine they would otherwise only ever start. */
const PROGRESS = 4;
const LONGEST_WAIT_FOR_PROGRESS_MS = 1_000;
const LOOK_EVERY_MS = 10;
const LONGEST_PAUSE_MS = 300;
const END_MS = 60_000;

/** Lets processes make transactions while they are killed and stopped and other things go wrong; returns what each saw. */
export async function runHistory(settings: RunSettings): Promise<RecordedRun> {
  const random = seededRandom(settings.seed);
  const history = new Map<string, Operation>();
  const happened: Record<string, number> = {};
  const began = String(process.hrtime.bigint());
  let answers = 0;

  const start = (number: number, lives: number): Slot => {
    const name = `p${number}.${lives}`;
    const orders = {
      name,
      seed: settings.seed + number * 1_000 + lives,
      began,
      place: settings.place,
    };
    const child = spawn(process.execPath, [settings.worker, JSON.stringify(orders)], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...settings.env },
    });
    child.stdin.on("error", () => undefined);
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (note(history, line)) answers += 1;
    });
    return { process: child, exited: new Promise((done) => child.once("close", done)), lives };
  };
  const slots = Array.from({ length: PROCESSES }, (_, number) => start(number, 0));

  const kill = async () => {
    const number = Math.floor(random() * PROCESSES);
    const slot = slots[number];
    if (slot === undefined) return;
    slot.process.kill("SIGKILL");
    await slot.exited;
    slots[number] = start(number, slot.lives + 1);
  };
  const pause = async () => {
    const slot = slots[Math.floor(random() * PROCESSES)];
    slot?.process.kill("SIGSTOP");
    await delay(random() * LONGEST_PAUSE_MS);
    slot?.process.kill("SIGCONT");
  };
  const faults: Fault[] = [
    { name: "kill", weight: 3, happen: kill },
    { name: "pause", weight: 6, happen: pause },
    ...settings.faults,
  ];

  try {
    const deadline = performance.now() + settings.lastsMs;
    while (performance.now() < deadline) {
      const enough = answers + PROGRESS;
      await delay(random() * LONGEST_REST_MS);
      await untilOrTimeout(() => answers >= enough);
      const fault = choose(faults, random());
      await fault.happen(random);
      happened[fault.name] = (happened[fault.name] ?? 0) + 1;
    }
  } finally {
    await endAll(slots);
  }
  return { history: [...history.values()], happened };
}

async function untilOrTimeout(isDone: () => boolean): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_FOR_PROGRESS_MS;
  while (!isDone() && performance.now() < deadline) await delay(LOOK_EVERY_MS);
}

function choose(faults: readonly Fault[], chance: number): Fault {
  let left = chance * faults.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = faults.find(({ weight }) => (left -= weight) < 0) ?? faults[0];
  if (chosen === undefined) throw new Error("Nothing can go wrong.");
  return chosen;
}

async function endAll(slots: readonly Slot[]): Promise<void> {
  for (const slot of slots) slot.process.stdin?.end();
  const late = setTimeout(() => {
    for (const slot of slots) slot.process.kill("SIGKILL");
  }, END_MS);
  await Promise.all(slots.map(({ exited }) => exited));
  clearTimeout(late);
}

/**
 * Records a line of a process; true if it is an answer. The outcome of a transaction without an answer is unknown. A line
 * that was cut off is ignored.
 */
function note(history: Map<string, Operation>, text: string): boolean {
  let line: Line;
  try {
    line = JSON.parse(text) as Line;
  } catch {
    return false;
  }
  const { id, asked, wishes = [], answered, outcome = "unknown", steps } = line;
  if (asked !== undefined) {
    const planned = wishes.flatMap(asPlanned);
    const operation = { id, asked: BigInt(asked), answered: undefined, steps: planned };
    history.set(id, { ...operation, outcome: "unknown" });
    return false;
  }
  const known = history.get(id);
  if (known === undefined || answered === undefined) return false;
  const seen = outcome === "done" && steps !== undefined ? steps : known.steps;
  history.set(id, { ...known, answered: BigInt(answered), outcome, steps: seen });
  return true;
}

/** The steps that may have been written. */
function asPlanned(wish: Wish): Step[] {
  if (wish.do === "append") return [wish];
  return wish.do === "set" ? [{ ...wish, version: 0 }] : [];
}
