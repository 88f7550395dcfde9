import { type AuditText, lineCount, type Material } from "./material.ts";

/** Characters of all parts of one thought; with more of them nobody would wait for the answer. */
const MOST_CHARACTERS = 2_000_000;

/** Cuts the parts of a thought that are longer than a file may be, and says so; files are left as they were read. */
export function cutThought(
  material: Material,
  files: ReadonlySet<AuditText>,
  longest: number,
): Material {
  const counted = new Map(material.counted);
  const texts: AuditText[] = [];
  const notes = [...material.notes];
  let left = MOST_CHARACTERS;
  let dropped = 0;
  for (const text of material.texts) {
    const cut = files.has(text) ? text : cutText(text, Math.min(longest, left));
    if (!files.has(text)) left -= cut.text.length;
    if (cut.text === "" && text.text !== "") dropped += 1;
    else texts.push(cut);
    if (cut === text) continue;
    const last = lineCount(cut.text);
    const lines = counted.get(text.path);
    if (lines) counted.set(text.path, new Set([...lines].filter((line) => line <= last)));
    if (cut.text !== "")
      notes.push(
        `only the first ${cut.text.length} of ${text.text.length} characters of ${text.path} were audited`,
      );
  }
  if (dropped > 0)
    notes.push(`the limit was reached: ${dropped} parts of the thought were not audited`);
  const isCut = material.isCut || notes.length > material.notes.length;
  return { ...material, texts, counted, notes, isCut };
}

/** The remaining text need not parse, and a fix of it would throw the rest away. */
function cutText(text: AuditText, longest: number): AuditText {
  if (text.text.length <= longest) return text;
  const end = text.text.lastIndexOf("\n", longest - 1) + 1 || longest;
  return { ...text, text: text.text.slice(0, end), wholeness: "fragment", isFixable: false };
}
