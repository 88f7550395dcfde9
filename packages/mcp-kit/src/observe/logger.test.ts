import { createRedactor } from "@faculties/errors";
import { expect, test } from "vitest";
import { createLogger, type LogFormat, type LogLevel } from "./logger.ts";

function linesOf(format: LogFormat, level: LogLevel): string[] {
  const lines: string[] = [];
  const log = createLogger({
    name: "test",
    level,
    format,
    redact: createRedactor(["sk-secret-1"]),
    write: (line) => lines.push(line),
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  });
  log.debug("quiet");
  log.warn("odd\nthing\u001b[31m", {
    key: "sk-secret-1",
    error: new Error("no", { cause: "sk-secret-1" }),
  });
  return lines;
}

test("writes one line per event, without secrets, from the wanted level on", () => {
  expect(linesOf("pretty", "info")).toEqual([
    "03:04:05.678 warn  test: odd\\nthing\\x1b[31m key=[redacted] error=Error: no (cause: [redacted])\n",
  ]);
  expect(linesOf("json", "info").map((line) => JSON.parse(line))).toEqual([
    {
      time: "2026-01-02T03:04:05.678Z",
      level: "warn",
      name: "test",
      message: "odd\nthing\u001b[31m",
      key: "[redacted]",
      error: "Error: no (cause: [redacted])",
    },
  ]);
  expect(linesOf("json", "debug")).toHaveLength(2);
  expect(linesOf("json", "silent")).toEqual([]);
});
