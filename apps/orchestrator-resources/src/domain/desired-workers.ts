/** How many workers a backlog asks for. */
export function desiredWorkers(
  backlog: number,
  { min, max, perWorker }: { min: number; max: number; perWorker: number },
): number {
  return Math.min(max, Math.max(min, Math.ceil(backlog / perWorker)));
}
