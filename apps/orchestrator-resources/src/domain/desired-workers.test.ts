import { expect, test } from "vitest";
import { desiredWorkers } from "./desired-workers.ts";

test("workers follow the backlog within their bounds", () => {
  const bounds = { min: 1, max: 4, perWorker: 2 };
  expect([0, 1, 5, 99].map((backlog) => desiredWorkers(backlog, bounds))).toEqual([1, 1, 3, 4]);
});
