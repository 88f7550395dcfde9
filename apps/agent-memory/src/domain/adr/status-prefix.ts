const PREFIX =
  /^(?:#?\d+[\s.:)–—-]+)?(?:[[(](?:supersede[ds]|supercede[ds]|deprecated|obsolete|rejected|withdrawn|proposed|draft)\b[^\])]*[\])]\s*:?|(?:superseded|deprecated|rejected|draft)\s*:)\s*/i;

/** What a heading says about the status before its title, such as `[DEPRECATED]` or `Rejected:`; empty when nothing. */
export function statusPrefix(heading: string): string {
  return PREFIX.exec(heading)?.[0] ?? "";
}
