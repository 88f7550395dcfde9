import { expect, test } from "vitest";
import { afterPowerLoss, type Change, readChanges } from "./power-loss.ts";

const change = (what: Change["what"], at = 0, data = ""): Change => ({
  what,
  path: "file",
  at,
  data: Buffer.from(data),
});
const left = (changes: Change[], reached: () => boolean) =>
  afterPowerLoss(changes, reached).get("file")?.toString();
const never = () => false;
const always = () => true;

test("keeps what was synced, and of the rest whatever reached the disk", () => {
  const changes = [change("write", 0, "synced"), change("sync"), change("write", 2, "XX")];
  expect(left(changes, never)).toBe("synced");
  expect(left(changes, always)).toBe("syXXed");
  expect(left([change("open"), change("write", 0, "x")], never)).toBeUndefined();
});

test("tears what is longer than a sector", () => {
  const turns = [true, false];
  const torn = left([change("write", 0, "x".repeat(1_024))], () => turns.shift() ?? false);
  expect(torn).toBe("x".repeat(512));
});

test("brings back a file that was deleted without its folder being synced", () => {
  const before = [change("write", 0, "x"), change("sync")];
  expect(left([...before, change("delete", 0)], never)).toBe("x");
  expect(left([...before, change("delete", 1)], never)).toBeUndefined();
});

test("reads the log that the shim writes", () => {
  const record = Buffer.alloc(1 + 4 + 4 + 8 + 4 + 2);
  record.write("W");
  record.writeUInt32LE(4, 1);
  record.write("file", 5);
  record.writeBigInt64LE(7n, 9);
  record.writeUInt32LE(2, 17);
  record.write("ab", 21);
  expect(readChanges(Buffer.concat([record, record]))).toEqual([
    change("write", 7, "ab"),
    change("write", 7, "ab"),
  ]);
});
