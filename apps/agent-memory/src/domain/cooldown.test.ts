import { expect, it } from "vitest";
import { requireCooledDown } from "./cooldown.ts";
import { type ClockReading, momentOf } from "./elapsed-since.ts";

const last: ClockReading = { wallMs: 1_000_000, boot: "one", uptimeMs: 10_000 };
const later = (ms: number, step = 0, boot = "one"): ClockReading => ({
  wallMs: last.wallMs + ms + step,
  boot,
  uptimeMs: last.uptimeMs + ms,
});

it("refuses a write within the cooldown and says how long to wait", () => {
  expect(() => requireCooledDown(momentOf(last), later(500), 2_000)).toThrow(
    expect.objectContaining({
      code: "RATE_LIMIT_EXCEEDED",
      message: "Rate Limit Exceeded: Writes need 2000 ms between them. Try again in 1500 ms.",
      details: { retryAfterMs: 1_500 },
    }),
  );
});

it.each([
  ["there was no write before", undefined, later(0)],
  ["the cooldown is over", momentOf(last), later(2_000)],
  ["it is over although the clock was set back", momentOf(last), later(2_000, -1e9)],
  [
    "the last write seems to come from the future of another boot",
    momentOf(last),
    later(0, -1e9, "two"),
  ],
])("allows a write when %s", (_, moment, now) => {
  expect(() => requireCooledDown(moment, now, 2_000)).not.toThrow();
});

it("is not shortened by setting the clock forward", () => {
  expect(() => requireCooledDown(momentOf(last), later(500, 1e9), 2_000)).toThrow("Rate Limit");
});
