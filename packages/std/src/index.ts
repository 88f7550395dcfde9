export { abortable, lazy, withDeadline } from "./async.ts";
export { groupBy } from "./group-by.ts";
