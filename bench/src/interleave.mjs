/** @import { BenchContext, Skipped } from "./types.ts" */

/**
 * One measurement of each subject per run, starting with another subject each time, so that what disturbs the
 * machine for a while disturbs all alike. A subject that fails is left out from there on.
 * @param {number} runs
 * @param {(text: string) => void} progress
 * @param {Skipped[]} failed receives what was left out
 * @returns {BenchContext["interleave"]}
 */
export function interleaveRuns(runs, progress, failed) {
  return async (subjects, measure) => {
    /** @type {Map<any, any[]>} */
    const results = new Map(subjects.map((subject) => [subject, []]));
    for (let run = 0; run < runs; run += 1) {
      progress(`run ${run + 1} of ${runs}`);
      for (let place = 0; place < subjects.length; place += 1) {
        const subject = subjects[(place + run) % subjects.length];
        const measured = subject && results.get(subject);
        if (!measured) continue;
        try {
          measured.push(await measure(subject, run));
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          progress(`${subject.name} failed: ${reason}`);
          failed.push({ name: subject.name, reason: reason.replaceAll(/\s+/g, " ").slice(0, 200) });
          results.delete(subject);
        }
      }
    }
    return results;
  };
}
