import { InvalidInput } from "./invalid-input.ts";

/** The number in a cursor of `resources/list`, for catalogs that page by one; undefined for the first page. */
export function cursorNumber(cursor: string | undefined): number | undefined {
  if (cursor === undefined || cursor === "") return undefined;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new InvalidInput([
    { field: "cursor", reason: "must be the nextCursor of an earlier page; begin without one" },
  ]);
}
