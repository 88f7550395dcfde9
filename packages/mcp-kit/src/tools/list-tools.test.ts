import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "./define-tool.ts";
import { selectTools, type ToolSelection } from "./list-tools.ts";

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
const names = (selection: ToolSelection) =>
  selectTools({ tools: all }, selection).map(({ name }) => name);

test("orders by name and selects by name, set and effect", () => {
  expect(names({})).toEqual(["alpha", "beta", "zeta"]);
  expect(names({ tools: ["zeta"] })).toEqual(["zeta"]);
  expect(names({ toolsets: ["a"], tools: ["alpha"] })).toEqual(["alpha", "beta"]);
  expect(names({ readOnly: true })).toEqual(["alpha", "zeta"]);
  expect(names({ tools: [], toolsets: [] })).toEqual(["alpha", "beta", "zeta"]);
});

test("says what there is when a name is unknown, the nearest first", () => {
  expect(() => names({ tools: ["nope"] })).toThrow(
    "This server has no tool named nope. Choose from: alpha, beta, zeta.",
  );
  expect(() => names({ tools: ["zetta", "bet"] })).toThrow(
    "This server has no tool named zetta, bet. Did you mean zeta, beta? Choose from:",
  );
  expect(() => names({ toolsets: ["c"] })).toThrow("Choose from: a, b.");
});

test("knows what is switched off", () => {
  const offer = {
    tools: all,
    unavailable: new Map([["gamma", "Start with --enable-gamma."]]),
    toolsetsByRequest: ["extra"],
  };
  expect(() => selectTools(offer, { tools: ["gama"] })).toThrow(
    "Did you mean gamma? Choose from: alpha, beta, gamma, zeta.",
  );
  expect(() => selectTools(offer, { tools: ["gamma"] })).toThrow("Start with --enable-gamma.");
  expect(() => selectTools(offer, { toolsets: ["c"] })).toThrow("Choose from: a, b, extra.");
});
