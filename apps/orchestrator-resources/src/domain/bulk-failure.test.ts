import { expect, test } from "vitest";
import { refuseFailingEntries } from "./bulk-failure.ts";

test("a batch is refused with every entry that is to blame", () => {
  const entries = ["a:1", ".", "a:1", "..:x", "b"].map((key) => ({ key }));
  expect(() => refuseFailingEntries(entries)).toThrow(
    'Nothing was done. [1] "." cannot be an id: no URI can hold it.; [2] the key "a:1" is in entries[0] already; [3] ".." cannot be an id: no URI can hold it.',
  );
  expect(() => refuseFailingEntries([{ key: "a:1" }, { key: "a:2" }])).not.toThrow();
});
