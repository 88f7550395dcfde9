/** The names by which other records can refer to a record. */
export type Referable = {
  name: string;
  number: number | undefined;
  id: string | undefined;
  title: string;
  /** The file that it is in. */
  source: string;
};

/** The record that a reference names; the first two when it fits several. */
type FoundRecord = { name: string } | { candidates: [string, string] };

type Find = (reference: string, from: string, exact?: boolean) => FoundRecord | undefined;

const NUMBER = /^(?:adr[\s#_-]{0,9})?(?<number>\d{1,9})(?:-.*)?$/s;

/**
 * Resolves "0012", "0012-use-x", "dec_…" or a title to the name of a record. Every folder of records counts from one, so
 * that a record in the folder of the file that refers to it goes first.
 */
export function findRecord(records: readonly Referable[]): Find {
  const names = new Map<string, Set<string>>();
  const put = (key: string, { name, source }: Referable) => {
    if (key === "") return;
    for (const place of [key, inFolder(key, source)]) {
      const same = names.get(place);
      if (same === undefined) names.set(place, new Set([name]));
      else same.add(name);
    }
  };
  for (const record of records) {
    const { name, id, number, title, source } = record;
    for (const key of [name, lastPart(name), fileName(source), id ?? ""])
      put(key.toLowerCase(), record);
    if (number !== undefined) put(`#${number}`, record);
    put(titleKey(title), record);
  }
  return (reference, from, exact = false) => {
    const text = reference.trim().toLowerCase();
    const digits = exact ? undefined : NUMBER.exec(text)?.groups?.["number"];
    const keys = [
      text.replace(/\.md$/, ""),
      ...(digits === undefined ? [] : [`#${Number(digits)}`]),
      ...(exact ? [] : [titleKey(text)]),
    ];
    for (const key of keys) {
      const found = names.get(inFolder(key, from)) ?? names.get(key);
      const [only, second] = found ?? [];
      if (only !== undefined)
        return second === undefined ? { name: only } : { candidates: [only, second] };
    }
    return undefined;
  };
}

function inFolder(key: string, file: string): string {
  return `${folderOf(file)}\n${key}`;
}

/** Titles are alike when their letters and digits are. One without any is like no other. */
function titleKey(title: string): string {
  const words = title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words === null ? "" : `=${words.join(" ")}`;
}

function folderOf(path: string): string {
  return path.slice(0, path.length - lastPart(path).length);
}

function fileName(path: string): string {
  const name = lastPart(path);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
