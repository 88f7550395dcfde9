import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "./define-tool.ts";
import { selectTools, type ToolSelection } from "./select-tools.ts";

const tool = (name: string, toolset: string | undefined, readOnlyHint: boolean) =>
  defineTool({
    name,
    toolset,
    title: name,
    description: name,
    input: z.object({}),
    output: z.object({}),
    annotations: {
      readOnlyHint,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    run: () => ({}),
  });
const all = [tool("zeta", "b", true), tool("beta", "a", false), tool("alpha", undefined, true)];
const names = (selection: ToolSelection) => selectTools(all, selection).map(({ name }) => name);

test("orders by name and selects by name, set and effect", () => {
  expect(names({})).toEqual(["alpha", "beta", "zeta"]);
  expect(names({ tools: ["zeta"] })).toEqual(["zeta"]);
  expect(names({ toolsets: ["a"], tools: ["alpha"] })).toEqual(["alpha", "beta"]);
  expect(names({ readOnly: true })).toEqual(["alpha", "zeta"]);
});

test("says what there is when a name is unknown", () => {
  expect(() => names({ tools: ["nope"] })).toThrow(
    "This server has no tool named nope. It has: alpha, beta, zeta.",
  );
  expect(() => names({ toolsets: ["c"] })).toThrow("It has: a, b.");
  expect(() => selectTools(all, { toolsets: ["c"] }, ["extra"])).toThrow("It has: a, b, extra.");
});
