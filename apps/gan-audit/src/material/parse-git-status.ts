export type StatusEntry = {
  /** Relative to the top of the work tree. */
  path: string;
  /** Two letters as git's short format has them; `??` for untracked. */
  state: string;
  /** The id of its content in the index; empty where it has none, or several. */
  staged: string;
  isSubmodule: boolean;
  isLink: boolean;
};

const LINK = "120000";

/** Reads `git status --porcelain=v2 -z`. */
export function parseGitStatus(output: string): StatusEntry[] {
  const entries: StatusEntry[] = [];
  const fields = output.split("\0");
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? "";
    const kind = field[0];
    const parts = field.split(" ");
    const rest = (count: number) => parts.slice(count).join(" ");
    const shared = { state: parts[1] ?? "..", isSubmodule: parts[2]?.startsWith("S") ?? false };
    const staged = parts[7] ?? "";
    if (kind === "1") entries.push({ ...shared, staged, path: rest(8), isLink: parts[5] === LINK });
    else if (kind === "2") {
      entries.push({ ...shared, staged, path: rest(9), isLink: parts[5] === LINK });
      // The path that it was renamed from comes as a field of its own.
      at += 1;
    } else if (kind === "u")
      entries.push({ ...shared, staged: "", path: rest(10), isLink: parts[6] === LINK });
    else if (kind === "?")
      entries.push({
        path: field.slice(2),
        state: "??",
        staged: "",
        isSubmodule: false,
        isLink: false,
      });
  }
  return entries;
}
