import { isTemporary } from "@faculties/storage";

/** Hits of one of two searches that run at the same time, or why there are none. */
export type PartialResult<Found> =
  | { found: Found }
  | { skipped: "unwanted" | "late" }
  | { skipped: "failed"; error: unknown };

type Limits<Found> = {
  /** How long to wait for both. */
  patienceMs: number;
  /** Whether one result is worth returning without the other. */
  isAnswer(found: Found): boolean;
};

/**
 * Waits for two searches until both have settled or, once `patienceMs` have passed, until one of them has an answer.
 * A search that fails for the moment is skipped as long as the other one succeeds; any other failure is thrown.
 */
export async function settleWithin<Left, Right>(
  left: Promise<Left> | undefined,
  right: Promise<Right> | undefined,
  { patienceMs, isAnswer }: Limits<Left | Right>,
): Promise<[PartialResult<Left>, PartialResult<Right>]> {
  const searches = [track(left), track(right)] as const;
  await new Promise<void>((resolve) => {
    let isTimeUp = false;
    const resolveWhenDone = () => {
      const haveSettled = searches.every(({ isSettled }) => isSettled());
      const hasAnswer = searches.some(({ result }) => {
        const current = result();
        return "found" in current && isAnswer(current.found);
      });
      if (!haveSettled && !(isTimeUp && hasAnswer)) return;
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      isTimeUp = true;
      resolveWhenDone();
    }, patienceMs);
    for (const { settled } of searches) void settled.then(resolveWhenDone);
  });

  const results: [PartialResult<Left>, PartialResult<Right>] = [
    searches[0].result(),
    searches[1].result(),
  ];
  const errors = results.flatMap((result) => ("error" in result ? [result.error] : []));
  const foundNothing = results.every((result) => !("found" in result));
  const fatal = errors.find((error) => foundNothing || !isTemporary(error));
  if (fatal !== undefined) throw fatal;
  return results;
}

/** Follows a search, so that its result can be looked at before it has settled. */
function track<Found>(search: Promise<Found> | undefined): {
  settled: Promise<void>;
  isSettled(): boolean;
  result(): PartialResult<Found>;
} {
  let current: PartialResult<Found> | undefined =
    search === undefined ? { skipped: "unwanted" } : undefined;
  const settle = (result: PartialResult<Found>) => {
    current = result;
  };
  const settled =
    search?.then(
      (found) => settle({ found }),
      (error: unknown) => settle({ skipped: "failed", error }),
    ) ?? Promise.resolve();
  return {
    settled,
    isSettled: () => current !== undefined,
    result: () => current ?? { skipped: "late" },
  };
}
