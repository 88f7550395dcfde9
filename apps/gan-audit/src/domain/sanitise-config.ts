import { AUDIT_SCOPES, type SessionConfig } from "@faculties/schemas/gan-audit/session-config";

export type SanitisedConfig = { config: SessionConfig; notes: string[] };

const LONGEST_TASK = 4_000;
const MOST_PATHS = 1_000;
const MOST_JUDGES = 10;
const MOST_UNKNOWN = 10;

const NUMBERS = {
  threshold: { min: 0, max: 100, whole: false },
  maxCycles: { min: 1, max: 10, whole: true },
  candidates: { min: 1, max: 5, whole: true },
} as const;

type Given = Readonly<Record<string, unknown>>;

/** Puts what a caller named over `base`; what makes no sense keeps the base value, and is said. */
export function sanitiseConfig(given: Given, base: SessionConfig): SanitisedConfig {
  const notes: string[] = [];
  const refuse = (key: string, used: unknown) =>
    void notes.push(`setting ${key}: not usable; ${JSON.stringify(used)} is used`);
  const unknown: string[] = [];
  const config = structuredClone(base);
  for (const [key, value] of Object.entries(given)) {
    if (Object.hasOwn(NUMBERS, key)) setNumber(config, key as keyof typeof NUMBERS, value, notes);
    else if (key === "task" && isText(value)) config.task = shorten(value, notes);
    else if (key === "scope" && isScope(value)) config.scope = value;
    else if (key === "paths" && listOf(value).some(isText))
      config.paths = textsOf(key, value, MOST_PATHS, notes);
    else if (key === "judges" && listOf(value).some(isText))
      config.judges = textsOf(key, listOf(value).map(trimmed), MOST_JUDGES, notes);
    else if (key === "applyFixes" && typeof value === "boolean") config.applyFixes = value;
    else if (Object.hasOwn(base, key) || key === "paths")
      refuse(key, base[key as keyof SessionConfig] ?? []);
    else unknown.push(key);
  }
  notes.push(...unknown.slice(0, MOST_UNKNOWN).map(nameUnknown));
  if (unknown.length > MOST_UNKNOWN)
    notes.push(`${unknown.length - MOST_UNKNOWN} further settings are not known either`);
  if (config.scope === "paths" && !config.paths?.length) {
    config.scope = "diff";
    notes.push('setting scope: "paths" needs paths; "diff" is used');
  }
  return { config, notes };
}

const nameUnknown = (key: string): string =>
  `there is no setting named ${JSON.stringify(key.slice(0, 40))}`;

/** The inline block's text over the session's settings. */
export function readConfigBlock(block: string | undefined, base: SessionConfig): SanitisedConfig {
  if (block === undefined) return { config: base, notes: [] };
  const given = parseObject(block);
  return given
    ? sanitiseConfig(given, base)
    : {
        config: base,
        notes: [
          "the gan-config block is not a JSON object; the session's settings or the defaults are used",
        ],
      };
}

function parseObject(text: string): Given | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Given)
      : undefined;
  } catch {
    return undefined;
  }
}

function setNumber(
  config: SessionConfig,
  key: keyof typeof NUMBERS,
  value: unknown,
  notes: string[],
): void {
  const { min, max, whole } = NUMBERS[key];
  if (typeof value !== "number" || !Number.isFinite(value)) {
    notes.push(`setting ${key}: not a number; ${config[key]} is used`);
    return;
  }
  const clamped = Math.min(Math.max(whole ? Math.trunc(value) : value, min), max);
  if (clamped !== value) notes.push(`setting ${key}: ${value} became ${clamped}`);
  config[key] = clamped;
}

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "";

const isScope = (value: unknown): value is SessionConfig["scope"] =>
  AUDIT_SCOPES.some((scope) => scope === value);

function shorten(task: string, notes: string[]): string {
  if (task.length > LONGEST_TASK) notes.push(`setting task: cut after ${LONGEST_TASK} characters`);
  return task.slice(0, LONGEST_TASK);
}

const trimmed = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** The different texts of a list, as they are written: a name may begin with a blank. */
function textsOf(key: string, value: unknown, most: number, notes: string[]): string[] {
  const entries = listOf(value);
  const texts = entries.filter(isText);
  const different = [...new Set(texts)];
  if (texts.length < entries.length)
    notes.push(`setting ${key}: ${entries.length - texts.length} that are no text were left out`);
  if (different.length > most)
    notes.push(`setting ${key}: only the first ${most} of ${different.length} are used`);
  return different.slice(0, most);
}
