// PostgreSQL cannot hold the character 0 in a text, SQLite can; U+FFFE, which is no character, stands in for it.
const ESCAPE = "\ufffe";
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000\ufffe]/;
// oxlint-disable-next-line no-control-regex
const EVERY_UNSAFE = /[\u0000\ufffe]/g;
const ESCAPED = /\ufffe([01])/g;

export function encodeText(text: string): string {
  return UNSAFE.test(text)
    ? text.replace(EVERY_UNSAFE, (found) => (found === ESCAPE ? `${ESCAPE}1` : `${ESCAPE}0`))
    : text;
}

export function decodeText(text: string): string {
  return text.includes(ESCAPE)
    ? text.replace(ESCAPED, (_, kind) => (kind === "1" ? ESCAPE : "\u0000"))
    : text;
}
