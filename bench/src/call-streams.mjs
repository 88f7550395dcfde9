/** @import { Session, ToolCall } from "./types.ts" */

/**
 * One call after the other; the time of each in ms.
 * @param {Session} session
 * @param {ToolCall} call
 * @param {number} count
 * @param {number} [from] the number of the first call
 */
export async function callInTurn(session, call, count, from = 0) {
  const times = [];
  for (let number = from; number < from + count; number += 1) {
    const startedAt = performance.now();
    await session.call(call, number);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/**
 * Calls with a fixed number of them under way; the rate in calls per second.
 * @param {Session} session
 * @param {ToolCall} call
 * @param {number} count
 * @param {number} [from] the number of the first call
 * @param {number} [window] how many are under way
 */
export async function callPipelined(session, call, count, from = 0, window = pipelineWindow) {
  let next = from;
  const startedAt = performance.now();
  const stream = async () => {
    while (next < from + count) {
      next += 1;
      await session.call(call, next - 1);
    }
  };
  await Promise.all(Array.from({ length: window }, stream));
  return (count * 1_000) / (performance.now() - startedAt);
}

export const pipelineWindow = 32;
