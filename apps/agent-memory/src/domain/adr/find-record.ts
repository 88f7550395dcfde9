import { slug } from "./slug.ts";

/** What a record can be referred to by. */
export type Referable = {
  name: string;
  number: number | undefined;
  id: string | undefined;
  title: string;
  /** The file that it is in. */
  source: string;
};

type Find = (reference: string, from: string) => string | undefined;

/**
 * Resolves "0012", "0012-use-x", "dec_…" or a title to the name of a record. Every folder of records counts from one, so
 * that a record in the folder of the file that refers to it goes first.
 */
export function findRecord(records: readonly Referable[]): Find {
  const byKey = new Map<string, Referable[]>();
  const put = (key: string, record: Referable) =>
    byKey.set(key, [...(byKey.get(key) ?? []), record]);
  for (const record of records) {
    const { name, id, number, title, source } = record;
    for (const key of new Set([name, lastPart(name), fileName(source)]))
      put(key.toLowerCase(), record);
    if (id !== undefined) put(id.toLowerCase(), record);
    if (number !== undefined) put(`#${number}`, record);
    put(`=${slug(title)}`, record);
  }
  return (reference, from) => {
    const text = reference.trim().toLowerCase();
    const digits = /^(?:adr[\s#_-]*)?(?<number>\d+)(?:-.*)?$/.exec(text)?.groups?.["number"];
    const keys = [
      text.replace(/\.md$/, ""),
      ...(digits === undefined ? [] : [`#${Number(digits)}`]),
      `=${slug(text)}`,
    ];
    for (const key of keys) {
      const found = byKey.get(key) ?? [];
      const beside = found.find(({ source }) => folderOf(source) === folderOf(from));
      const best = beside ?? found[0];
      if (best !== undefined) return best.name;
    }
    return undefined;
  };
}

function folderOf(path: string): string {
  return path.slice(0, path.length - lastPart(path).length);
}

function fileName(path: string): string {
  return lastPart(path).replace(/\.[^.]+$/, "");
}

function lastPart(path: string): string {
  return /[^/\\]*$/.exec(path)?.[0] ?? path;
}
