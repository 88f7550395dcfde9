import type { Command } from "../command.ts";
import { add } from "./add.ts";
import { clients } from "./clients.ts";
import { completion } from "./completion.ts";
import { doctor } from "./doctor.ts";
import { list } from "./list.ts";
import { remove } from "./remove.ts";

// Method-typed `run` lets commands with different options stand in one list.
export const commands = [
  add,
  remove,
  list,
  doctor,
  clients,
  completion,
] as unknown as readonly Command[];
