import type { Command } from "../command.ts";
import { add } from "./add.ts";
import { clients } from "./clients.ts";
import { completion } from "./completion.ts";
import { doctor } from "./doctor.ts";
import { list } from "./list.ts";
import { remove } from "./remove.ts";

export const commands: readonly Command[] = [add, remove, list, doctor, clients, completion];
