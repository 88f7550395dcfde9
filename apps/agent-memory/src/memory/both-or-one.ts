import { isTemporary } from "@faculties/storage";

/** What one of two ways has found, or why it is done without. */
export type Way<Found> =
  | { found: Found }
  | { missing: "unwanted" | "late" }
  | { missing: "failed"; error: unknown };

type Limits<Found> = {
  /** How long both are waited for. */
  patienceMs: number;
  /** Whether what one way has found is an answer without the other. */
  isAnswer(found: Found): boolean;
};

/**
 * Waits for two ways to the same end. One of them is enough when the other fails for the moment, or has not ended when the
 * time is up; but as long as there is no answer at all, it is waited for.
 */
export async function bothOrOne<Left, Right>(
  left: Promise<Left> | undefined,
  right: Promise<Right> | undefined,
  { patienceMs, isAnswer }: Limits<Left | Right>,
): Promise<[Way<Left>, Way<Right>]> {
  const ways = [follow(left), follow(right)] as const;
  const all = Promise.all(ways.map(({ ended }) => ended));
  const anAnswer = ways.map(async ({ ended, now }) => {
    await ended;
    const way = now();
    if (!("found" in way && isAnswer(way.found))) await all;
  });
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([all, timeUp.then(() => Promise.race(anAnswer))]);
  clearTimeout(timer);

  const result: [Way<Left>, Way<Right>] = [ways[0].now(), ways[1].now()];
  const errors = result.flatMap((way) => ("error" in way ? [way.error] : []));
  const isFutile = result.every((way) => !("found" in way));
  const fault = errors.find((error) => isFutile || !isTemporary(error));
  if (fault !== undefined) throw fault;
  return result;
}

function follow<Found>(promise: Promise<Found> | undefined): {
  ended: Promise<void>;
  now(): Way<Found>;
} {
  if (promise === undefined)
    return { ended: Promise.resolve(), now: () => ({ missing: "unwanted" }) };
  let way: Way<Found> = { missing: "late" };
  const ended = promise.then(
    (found) => {
      way = { found };
    },
    (error: unknown) => {
      way = { missing: "failed", error };
    },
  );
  return { ended, now: () => way };
}
