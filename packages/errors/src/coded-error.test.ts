import { describe, expect, test } from "vitest";
import { CodedError } from "./coded-error.ts";

describe("CodedError", () => {
  test("carries its code, message, details and cause", () => {
    const cause = new Error("disk full");
    const error = new CodedError("E-STORAGE", "Free some space, then try again.", {
      details: { path: "memory.db" },
      cause,
      isCallersFault: true,
    });
    expect(error).toBeInstanceOf(Error);
    expect({ ...error, message: error.message, cause: error.cause }).toEqual({
      name: "CodedError",
      code: "E-STORAGE",
      message: "Free some space, then try again.",
      details: { path: "memory.db" },
      cause,
      isCallersFault: true,
    });
  });

  test("has empty details, no cause and blames nobody unless given", () => {
    const error = new CodedError("X", "message");
    expect(error.details).toEqual({});
    expect(error.isCallersFault).toBe(false);
    expect("cause" in error).toBe(false);
  });

  test("keeps a falsy cause apart from none", () => {
    expect(new CodedError("X", "message", { cause: null }).cause).toBeNull();
  });
});
