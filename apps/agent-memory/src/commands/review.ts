import { ConfigError, defineCommand } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { requireAdmin } from "../domain/access.ts";
import { elapsedSince } from "../domain/clock.ts";
import { REVIEW_WINDOW_MS } from "../domain/review-window.ts";
import { acceptProposal, rejectProposal } from "../proposals/decide-proposal.ts";
import { type StoredProposal, listProposals } from "../store/proposals.ts";
import { jsonOption } from "./json-option.ts";
import { toPublicRow } from "./to-public-row.ts";

const options = { json: jsonOption };
const MOST_LISTED = 1_000;

export const reviewCommand = defineCommand<Context, typeof options>({
  name: "review",
  usage: "[accept|reject <id>]",
  summary: "List proposals, or decide on one",
  positionals: [0, 2],
  options,
  async run({ context, positionals: [verdict, id], values: { json }, print }) {
    if (verdict === undefined) {
      await printDrafts(context, json, print);
      return;
    }
    if ((verdict !== "accept" && verdict !== "reject") || id === undefined)
      throw new ConfigError("Usage: agent-memory review [accept|reject <id>]");
    requireAdmin(context.access);
    if (verdict === "reject") {
      await rejectProposal(context, id);
      print(json ? JSON.stringify({ rejected: id }) : `Rejected ${id}.`);
      return;
    }
    const accepted = await acceptProposal(context, id);
    const shown = { decision_id: accepted.id, superseded_ids: accepted.supersededIds };
    print(json ? JSON.stringify(shown) : `Accepted ${id} as ${accepted.id}.`);
  },
});

async function printDrafts(context: Context, json: boolean, print: (line: string) => void) {
  const drafts = await context.storage.read((tx) =>
    listProposals(tx, { status: "draft", limit: MOST_LISTED }),
  );
  const shown = drafts.map((draft) => ({ ...draft, opensInMs: opensIn(context, draft) }));
  if (json) print(JSON.stringify(shown.map(toPublicRow), null, 2));
  else if (shown.length === 0) print("There are no proposals to review.");
  else
    for (const { id, target, title, confidence, strengths, objections, opensInMs } of shown) {
      const when = opensInMs > 0 ? `in ${Math.ceil(opensInMs / 60_000)} min` : "now";
      print(`${id}  ${target}: ${title}`);
      print(`    confidence ${confidence}; can be accepted ${when}`);
      for (const strength of strengths) print(`    + ${strength}`);
      for (const objection of objections) print(`    - ${objection}`);
    }
}

function opensIn(context: Context, draft: StoredProposal): number {
  const { firstObservedAt: wallMs, observedBoot: boot, observedOffset: offsetMs } = draft;
  return Math.max(
    0,
    REVIEW_WINDOW_MS - elapsedSince({ wallMs, boot, offsetMs }, context.clock.read()),
  );
}
