const LONGEST = 60;

/** A short name for files and targets. */
export function slug(text: string): string {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const joined = (words ?? []).join("-");
  return (
    Array.from(joined)
      .slice(0, LONGEST)
      .join("")
      .replace(/(?<!-)-+$/, "") || "record"
  );
}
