export { CodedError } from "./coded-error.ts";
export { nearMatches } from "./near-matches.ts";
export { createRedactor, type Redactor } from "./redact-secrets.ts";
export { markInvisible, markInvisibleInJson, markInvisibleInside } from "./mark-invisible.ts";
