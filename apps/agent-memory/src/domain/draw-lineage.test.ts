import { expect, test } from "vitest";
import type { Decision, Link } from "./decision.ts";
import { drawLineage } from "./draw-lineage.ts";

const decision = (id: string, status: Decision["status"] = "superseded"): Decision => ({
  id,
  title: id.toUpperCase(),
  target: "t",
  rationale: "",
  consequences: [],
  status,
  origin: id === "b" ? "human" : "agent",
  createdAt: Date.UTC(2026, 0, 2),
  project: "",
});
const link = (newId: string, oldId: string, kind: Link["kind"] = "supersedes"): Link => ({
  newId,
  oldId,
  kind,
});

test("draws what replaced what as a tree, newest first", () => {
  const decisions = [
    decision("a"),
    decision("b"),
    decision("c"),
    decision("d", "active"),
    decision("e", "active"),
  ];
  const links = [
    link("c", "a"),
    link("c", "b"),
    link("d", "c"),
    link("e", "a"),
    link("e", "d", "amends"),
  ];
  expect(drawLineage(decisions, links)).toEqual([
    "● E [via MCP] — active, 2026-01-02, e",
    "├─ ○ A [via MCP] — superseded, 2026-01-02, a",
    "└─ amends ● D [via MCP] — active, 2026-01-02, d",
    "   └─ ○ C [via MCP] — superseded, 2026-01-02, c",
    "      ├─ ○ A [via MCP] — superseded, 2026-01-02, a (see above)",
    "      └─ ○ B — superseded, 2026-01-02, b",
  ]);
});
