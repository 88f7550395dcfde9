import { Addend } from "@faculties/schemas/orchestrator-resources/addend";
import { invalidGraph } from "./graph-structure.ts";

/** What an attribute says that something costs, else the usual; one that cannot be added up is refused. */
export function costOf(given: unknown, usual: number, whose: string): number {
  if (typeof given !== "number") return usual;
  if (given < 0) throw invalidGraph(`${whose} is negative: ${given}.`, {});
  if (Addend.safeParse(given).success) return given;
  throw invalidGraph(`${whose} is too large to be added up: ${given}.`, {});
}
