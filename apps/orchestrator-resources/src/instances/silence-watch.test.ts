import { expect, test } from "vitest";
import { SilenceWatch } from "./silence-watch.ts";

const SILENT_MS = 60_000;

const instance = (instanceId: string, heartbeatAt: number) => ({
  instanceId,
  heartbeatAt,
  host: "elsewhere",
  pid: 1,
  processStarted: "",
  startedAt: 0,
  endedAt: null,
});

test("a process that beats is heard, whatever its clock says, and one that does not is silent after a while", () => {
  const watch = new SilenceWatch({ silentMs: SILENT_MS, longestGapMs: 10_000 });
  const silentAt = (now: number, beats: number) =>
    watch
      .silent([instance("beats", beats), instance("quiet", 5_000_000)], now)
      .map(({ instanceId }) => instanceId);
  for (let now = 0; now <= SILENT_MS; now += 5_000) expect(silentAt(now, -now)).toEqual([]);
  expect(silentAt(SILENT_MS + 5_000, 1)).toEqual(["quiet"]);
});

test("nobody is blamed for a time in which the database was out of reach", () => {
  const watch = new SilenceWatch({ silentMs: SILENT_MS, longestGapMs: 10_000 });
  const quiet = [instance("quiet", 1)];
  expect(watch.silent(quiet, 0)).toEqual([]);
  expect(watch.silent(quiet, 10 * SILENT_MS)).toEqual([]);
  expect(watch.silent(quiet, 10 * SILENT_MS + 5_000)).toEqual([]);
});
