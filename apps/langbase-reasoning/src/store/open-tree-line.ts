import { invalid } from "../domain/reasoning-error.ts";
import type { PipeNames } from "../pipe-names.ts";
import { type Line, openLine } from "./open-line.ts";
import type { Unit } from "./unit.ts";

type Place = { session_id?: string | undefined; branch_id?: string | undefined };

/** The line of the branch to continue from, which tells the session when none is given. */
export async function openTreeLine(unit: Unit, place: Place, names: PipeNames): Promise<Line> {
  const { session_id, branch_id } = place;
  if (branch_id === undefined) return openLine(unit, session_id, "tree", names);
  if (session_id !== undefined) await unit.sessions.find(session_id);
  const branch = await unit.branches.find(branch_id, session_id);
  if (branch.state !== "active")
    throw invalid(
      "branch_id",
      `Branch ${branch_id} is ${branch.state}; focus on it to continue it`,
    );
  return openLine(unit, branch.sessionId, "tree", names, branch_id);
}
