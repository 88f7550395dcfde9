export { abortable, lazy, pauseAfter, retryUntil, Semaphore, withDeadline } from "./async.ts";
export { groupBy } from "./group-by.ts";
