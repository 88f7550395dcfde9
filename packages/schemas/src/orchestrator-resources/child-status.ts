import * as z from "zod";
import { ChildSnapshot } from "./child-snapshot.ts";
import { childId } from "./tool-parameters.ts";

export const ChildStatusInput = z.strictObject({ child_id: childId });
export type ChildStatusInput = z.infer<typeof ChildStatusInput>;

export const ChildStatusOutput = ChildSnapshot;
export type ChildStatusOutput = z.infer<typeof ChildStatusOutput>;
