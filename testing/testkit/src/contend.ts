/** In each round every contestant acts at once; the outcomes per round are in the order of the contestants. */
export async function contend<C, T>(
  contestants: readonly C[],
  rounds: number,
  act: (contestant: C, round: number, place: number) => Promise<T>,
): Promise<PromiseSettledResult<T>[][]> {
  const outcomes: PromiseSettledResult<T>[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const acts = contestants.map((contestant, place) => act(contestant, round, place));
    outcomes.push(await Promise.allSettled(acts));
  }
  return outcomes;
}
