import * as z from "zod";
import { ChildSnapshot } from "./child-snapshot.ts";
import { childId, identifier } from "./tool-parameters.ts";

export const ChildSetRoleInput = z.strictObject({
  child_id: childId,
  role: identifier("The new role, in a word or two"),
});
export type ChildSetRoleInput = z.infer<typeof ChildSetRoleInput>;

export const ChildSetRoleOutput = ChildSnapshot;
export type ChildSetRoleOutput = z.infer<typeof ChildSetRoleOutput>;
