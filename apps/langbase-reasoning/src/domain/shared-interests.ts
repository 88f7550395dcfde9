export type Alignment = { stakeholders: string[]; area: string };

/** Interests that two or more stakeholders name in the same words. */
export function sharedInterests(
  stakeholders: readonly { name: string; interests?: readonly string[] | undefined }[],
): Alignment[] {
  const byInterest = new Map<string, { area: string; names: Set<string> }>();
  for (const { name, interests = [] } of stakeholders) {
    for (const interest of interests) {
      const key = interest.trim().toLowerCase();
      const entry = byInterest.get(key) ?? { area: interest.trim(), names: new Set() };
      byInterest.set(key, { ...entry, names: entry.names.add(name) });
    }
  }
  return [...byInterest.values()]
    .filter(({ area, names }) => area !== "" && names.size > 1)
    .map(({ area, names }) => ({ stakeholders: [...names], area }));
}
