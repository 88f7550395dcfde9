import type { Redactor } from "@faculties/errors";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFormat = "pretty" | "json";

type Fields = Record<string, unknown>;
type Write = (message: string, fields?: Fields) => void;
export type Logger = Record<Exclude<LogLevel, "silent">, Write>;

type LoggerSettings = {
  name: string;
  level: LogLevel;
  format: LogFormat;
  redact: Redactor;
  write?: (line: string) => void;
  now?: () => number;
};

/** Writes one line per event to stderr: on stdio, stdout belongs to JSON-RPC. */
export function createLogger(settings: LoggerSettings): Logger {
  const { name, level, format, redact, now = Date.now } = settings;
  const write = settings.write ?? ((line) => void process.stderr.write(line));
  const threshold = LOG_LEVELS.indexOf(level);
  const render = format === "json" ? renderJson : renderPretty;
  const at = (own: Exclude<LogLevel, "silent">): Write =>
    LOG_LEVELS.indexOf(own) < threshold
      ? () => undefined
      : (message, fields = {}) => write(redact(render(now(), own, name, message, fields)) + "\n");
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function renderJson(time: number, level: string, name: string, message: string, fields: Fields) {
  return JSON.stringify({
    time: new Date(time).toISOString(),
    level,
    name,
    message,
    ...plain(fields),
  });
}

function renderPretty(time: number, level: string, name: string, message: string, fields: Fields) {
  const clock = new Date(time).toISOString().slice(11, 23);
  const rest = Object.entries(plain(fields))
    .map(([key, value]) => ` ${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("");
  return `${clock} ${level.padEnd(5)} ${name}: ${message}${rest}`.replaceAll(CONTROL, escape);
}

// Characters that would move the cursor, colour the terminal or begin a line of their own.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

function escape(character: string): string {
  return character === "\n" ? "\\n" : `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

function plain(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([key, value]) => [key, describe(value)] as const);
  return Object.fromEntries(entries);
}

function describe(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const cause = value.cause === undefined ? "" : ` (cause: ${String(value.cause)})`;
  return `${value.name}: ${value.message}${cause}`;
}
