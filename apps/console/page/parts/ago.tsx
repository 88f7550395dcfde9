import { useEffect, useState } from "preact/hooks";
import { moment } from "@faculties/views";

const MINUTE_MS = 60_000;
const UNITS = [
  ["year", 365 * 24 * 60],
  ["month", 30 * 24 * 60],
  ["week", 7 * 24 * 60],
  ["day", 24 * 60],
  ["hour", 60],
  ["minute", 1],
] as const;
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** How long ago it was; the moment itself is in the tooltip. */
export function Ago({ at }: { at: number | string }) {
  const now = useNow(MINUTE_MS / 2);
  const time = new Date(at);
  return (
    <time dateTime={time.toISOString()} title={moment(at)}>
      {ago(time.getTime(), now)}
    </time>
  );
}

export function ago(at: number, now: number): string {
  const minutes = (at - now) / MINUTE_MS;
  for (const [unit, length] of UNITS)
    if (Math.abs(minutes) >= length) return words.format(Math.trunc(minutes / length), unit);
  return "just now";
}

/** The time, told again every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
