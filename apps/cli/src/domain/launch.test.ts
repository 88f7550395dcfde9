import { describe, expect, test } from "vitest";
import { doctorLaunch, launchWithNpx, recogniseServer } from "./launch.ts";

test("a server is started with npx, and through cmd where batch files cannot be started", () => {
  expect(launchWithNpx("converse", ["--read-only"], false)).toEqual({
    command: "npx",
    args: ["-y", "@faculties/converse", "--read-only"],
  });
  expect(launchWithNpx("converse", [], true)).toEqual({
    command: "cmd",
    args: ["/c", "npx", "-y", "@faculties/converse"],
  });
});

describe("a server is recognised by what it starts", () => {
  test.each([
    ["npx", ["-y", "@faculties/gan-audit"], "gan-audit"],
    ["npx", ["-y", "@faculties/gan-audit@1.2.3", "--http"], "gan-audit"],
    ["cmd", ["/c", "npx", "-y", "@faculties/converse"], "converse"],
    ["/usr/local/bin/agent-memory-mcp", [], "agent-memory"],
    ["C:\\npm\\agent-memory.cmd", [], "agent-memory"],
    ["node", ["D:\\code\\apps\\converse\\dist\\main.mjs"], "converse"],
    ["node", ["/x/node_modules/@faculties/converse/dist/main.mjs"], "converse"],
    ["npx", ["-y", "agent-memory"], undefined],
    ["npx", ["-y", "@other/agent-memory"], undefined],
    ["npx", ["-y", "@faculties/gan-auditor"], undefined],
    ["agent-memory-server", [], undefined],
  ])("%s %j", (command, args, server) => {
    expect(recogniseServer({ command, args })).toBe(server);
  });
});

test("a server's own checks are asked for before its flags", () => {
  expect(
    doctorLaunch(launchWithNpx("converse", ["--tools", "ask"], true), "converse").args,
  ).toEqual(["/c", "npx", "-y", "@faculties/converse", "doctor", "--json", "--tools", "ask"]);
  const installed = { command: "converse-mcp", args: ["--read-only"] };
  expect(doctorLaunch(installed, "converse").args).toEqual(["doctor", "--json", "--read-only"]);
});
