// Words that join rather than mean; English only, as other languages lose nothing by keeping theirs.
const FUNCTION_WORDS = new Set(
  `a an the and or but if then so of to in on at by for with from as is are was were be been being it its this that
  these those there here we you they he she i our your their his her not no do does did has have had will would can
  could should may might must than also into about over under more most very just which who what when where how why
  because therefore thus hence`.split(/\s+/),
);

let segmenter: Intl.Segmenter | undefined;

/** The distinct words of a text that carry its meaning, in any script, in lower case. */
export function contentWords(text: string): Set<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const word = segment.toLowerCase();
    if (isWordLike && !FUNCTION_WORDS.has(word)) words.add(word);
  }
  return words;
}

/** Shared words as a share of the smaller set; 0 when either is empty. */
export function wordOverlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  return shared / small.size;
}
