import { slug } from "./slug.ts";

/** What a record can be referred to by. */
export type Referable = {
  name: string;
  number: number | undefined;
  id: string | undefined;
  title: string;
};

/** Resolves "0012", "0012-use-x", "dec_…" or a title to the name of a record. */
export function findRecord(
  records: readonly Referable[],
): (reference: string) => string | undefined {
  const names = new Map<string, string>();
  const put = (key: string, name: string) => {
    if (!names.has(key)) names.set(key, name);
  };
  for (const { name } of records) put(name.toLowerCase(), name);
  for (const { name } of records) put((name.split("/").at(-1) ?? name).toLowerCase(), name);
  for (const { name, id } of records) if (id !== undefined) put(id.toLowerCase(), name);
  for (const { name, number } of records) if (number !== undefined) put(`#${number}`, name);
  for (const { name, title } of records) put(`=${slug(title)}`, name);
  return (reference) => {
    const text = reference.trim().toLowerCase();
    const digits = /^(?:adr[\s#_-]*)?(?<number>\d+)(?:-.*)?$/.exec(text)?.groups?.["number"];
    return (
      names.get(text.replace(/\.md$/, "")) ??
      (digits === undefined ? undefined : names.get(`#${Number(digits)}`)) ??
      names.get(`=${slug(text)}`)
    );
  };
}
