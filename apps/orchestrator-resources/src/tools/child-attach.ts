import { defineTool } from "@faculties/mcp-kit";
import {
  ChildAttachInput,
  ChildAttachOutput,
} from "@faculties/schemas/orchestrator-resources/child-attach";
import { SETS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { childKey } from "../store/lock-keys.ts";
import { newestLines } from "../store/child-logs.ts";
import { getChild, snapshotOf, updateChild } from "../store/children.ts";
import { getRun } from "../store/runs.ts";

export const childAttachTool = defineTool({
  name: "child_attach",
  title: "Attach to a child",
  description:
    "Show one running or ended process together with the end of its output, and optionally assign it to a run so that it is counted there.",
  input: ChildAttachInput,
  output: ChildAttachOutput,
  annotations: SETS,
  async run({ child_id, run_id: runId, tail }, { database }: Context) {
    if (runId !== undefined)
      await database.write(
        async (tx, outbox) => {
          await getRun(tx, runId);
          await updateChild(tx, outbox, child_id, { runId });
        },
        { locks: [childKey(child_id)] },
      );
    return database.read(async (tx) => {
      const child = await getChild(tx, child_id);
      const { entries } = await newestLines(tx, child, tail);
      return { child: snapshotOf(child), logs: entries, next_seq: child.lastSeq };
    });
  },
});
