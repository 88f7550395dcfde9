import type { IncomingHttpHeaders } from "node:http";
import { isFields, readVendorError } from "./vendor-error.ts";

/** The wait that a vendor asks for, in ms: from Retry-After (seconds or date), retry-after-ms or Google's RetryInfo. */
export function parseRetryAfter(
  headers: IncomingHttpHeaders,
  bodyText: string,
  now: number,
): number | undefined {
  const milliseconds = decimal(headers["retry-after-ms"]);
  if (milliseconds !== undefined) return Math.round(milliseconds);
  return fromHeader(headers["retry-after"], now) ?? fromRetryInfo(bodyText);
}

function fromHeader(value: string | undefined, now: number): number | undefined {
  const seconds = decimal(value);
  if (seconds !== undefined) return Math.round(seconds * 1000);
  // Date.parse alone accepts almost anything as a date; an HTTP date begins with a weekday.
  if (value === undefined || !/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function fromRetryInfo(bodyText: string): number | undefined {
  for (const detail of readVendorError(bodyText).details) {
    if (!isFields(detail) || typeof detail["retryDelay"] !== "string") continue;
    const seconds = decimal(/^(.*)s$/.exec(detail["retryDelay"])?.[1]);
    if (seconds !== undefined) return Math.round(seconds * 1000);
  }
  return undefined;
}

function decimal(value: string | string[] | undefined): number | undefined {
  if (typeof value !== "string" || !/^\s*\d{1,10}(\.\d{1,9})?\s*$/.test(value)) return undefined;
  return Number(value);
}
