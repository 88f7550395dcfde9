import * as z from "zod";

/** Text that must not be blank. The rule is checked, but not published as a keyword. */
export function nonBlankText(field: string) {
  return z.string().refine((text) => text.trim() !== "", `${field} cannot be empty`);
}
