import { definePrompt } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";

export const rememberPrompt = definePrompt<Context>({
  name: "remember",
  title: "Remember decisions",
  description: "Record what was decided in this conversation, or what you say",
  uses: ["search_decisions", "record_decision", "supersede_decision"],
  arguments: [
    { name: "decision", description: "what was decided; everything of this talk if empty" },
  ],
  render({ decision = "" }) {
    const what =
      decision.trim() === ""
        ? "Look through this conversation for decisions that outlive it: choices of architecture or technology, conventions, rules. Leave out progress and what is still open."
        : `This was decided: ${decision}`;
    return `${what}

For each decision: call search_decisions for its target first and reuse an existing target name. If none is in force on the target, call record_decision with the reasons, the alternatives that were turned down, and what follows. If one is in force and says something else, show me both and ask before you call supersede_decision; if it says the same, leave it.

Then list what you recorded, one line each. If there was nothing to record, say so.`;
  },
});
