import { defineTool } from "@faculties/mcp-kit";
import {
  ChildSetRoleInput,
  ChildSetRoleOutput,
} from "@faculties/schemas/orchestrator-resources/child-set-role";
import { SETS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { childKey } from "../store/lock-keys.ts";
import { snapshotOf, updateChild } from "../store/children.ts";

export const childSetRoleTool = defineTool({
  name: "child_set_role",
  title: "Set a child's role",
  description:
    "Label a process with a role that says what it is for, such as reviewer; child_list can filter by it.",
  input: ChildSetRoleInput,
  output: ChildSetRoleOutput,
  annotations: SETS,
  run: ({ child_id, role }, { database }: Context) =>
    database.write(
      async (tx, outbox) => snapshotOf(await updateChild(tx, outbox, child_id, { role })),
      {
        locks: [childKey(child_id)],
      },
    ),
});
