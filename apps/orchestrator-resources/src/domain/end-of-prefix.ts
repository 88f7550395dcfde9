const LAST = 0x10_ff_ff;
const BEFORE_SURROGATES = 0xd7_ff;
const AFTER_SURROGATES = 0xe0_00;

/** The least text after all that begin with `prefix`; undefined when there is none. */
export function endOfPrefix(prefix: string): string | undefined {
  const points = [...prefix].map((character) => character.codePointAt(0) as number);
  while (points.at(-1) === LAST) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  const next = last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1;
  return String.fromCodePoint(...points, next);
}
