import { expect, test } from "vitest";
import { isLoopback } from "./caller.ts";

test("knows loopback from the rest", () => {
  expect(["127.0.0.1", "127.8.9.1", "::1", "localhost"].every(isLoopback)).toBe(true);
  expect(["0.0.0.0", "::", "127.evil.example", "192.168.0.1"].some(isLoopback)).toBe(false);
});
