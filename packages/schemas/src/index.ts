export { CodedError } from "./coded-error.ts";
export { createRedactor, type Redactor } from "./redact-secrets.ts";
