import { InvalidInput } from "@faculties/mcp-kit";
import { CodedError } from "@faculties/errors";
import { expect, test } from "vitest";
import { notFound } from "./domain/reasoning-error.ts";
import { renderError } from "./render-error.ts";

test.each([
  [
    new InvalidInput([
      { field: "content", reason: "Content cannot be empty" },
      { field: "k", reason: "Too big" },
    ]),
    "Validation",
    "Validation failed: content - Content cannot be empty",
  ],
  [
    notFound("node", "n", " in graph g"),
    "NodeNotFound",
    "Node not found: n in graph g",
    "NodeNotFound: ",
  ],
  [
    new CodedError("INPUT_TOO_LARGE", "Too much.", { isCallersFault: true }),
    "Validation",
    "Validation failed: arguments - Too much.",
  ],
  [new CodedError("TIMEOUT", "Too late."), "Timeout", "Too late.", "Timeout: "],
  [new CodedError("E-STORAGE-FULL", "The disk is full."), "Internal", "The disk is full."],
])("%o", (error, type, message, prefix = "") => {
  const { text, structured } = renderError(error);
  expect(text).toBe(`Error: ${prefix}${message}`);
  expect(structured).toMatchObject({ error: { type, message } });
});
