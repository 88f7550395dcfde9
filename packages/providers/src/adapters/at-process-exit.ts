const releases = new Set<() => void>();
let isHooked = false;

/** Runs `release` if this process exits before the returned function is called; the last one comes first. */
export function atProcessExit(release: () => void): () => void {
  releases.add(release);
  if (!isHooked) {
    isHooked = true;
    process.once("exit", () => {
      for (const left of [...releases].toReversed()) left();
    });
  }
  return () => {
    releases.delete(release);
  };
}
