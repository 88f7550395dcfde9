import { renderRecord } from "../domain/adr/render-record.ts";
import { slug } from "../domain/adr/slug.ts";
import type { Link } from "../domain/decision.ts";
import { allLinks } from "../store/links.ts";
import { listDecisions, type StoredDecision } from "../store/decisions.ts";
import { listProposals, type StoredProposal } from "../store/proposals.ts";
import type { Memory } from "./memory.ts";

export type ExportedRecord = { name: string; text: string };

const ALL = Number.MAX_SAFE_INTEGER;

/** Every decision and every draft as a Markdown record, numbered in the order of their making. */
export async function exportRecords({ storage }: Memory): Promise<ExportedRecord[]> {
  return storage.read(async (tx) => {
    const decisions = (await listDecisions(tx, { limit: ALL })).toReversed();
    const drafts = (await listProposals(tx, { status: "draft", limit: ALL })).toReversed();
    const links = await allLinks(tx);
    const names = nameAll([...decisions, ...drafts]);
    const titles = new Map(decisions.map(({ id, title }) => [id, title]));
    const named = (ids: readonly string[] = []) =>
      ids.map((id) => ({ name: names.get(id) ?? id, title: titles.get(id) ?? id }));
    const full = links.filter(({ kind }) => kind === "supersedes");
    const supersedes = groupBy(full, "newId", "oldId");
    const supersededBy = groupBy(full, "oldId", "newId");
    const amends = groupBy(
      links.filter(({ kind }) => kind === "amends"),
      "newId",
      "oldId",
    );
    const ofDecision = (one: StoredDecision) =>
      renderRecord({
        ...one,
        supersedes: named(supersedes.get(one.id)),
        supersededBy: named(supersededBy.get(one.id)),
        amends: named(amends.get(one.id)),
      });
    const ofDraft = (one: StoredProposal) =>
      renderRecord({
        ...one,
        status: "draft",
        createdAt: one.firstObservedAt,
        supersedes: named(one.supersedes),
        supersededBy: [],
        amends: [],
      });
    return [
      ...decisions.map((one) => ({ name: names.get(one.id) ?? one.id, text: ofDecision(one) })),
      ...drafts.map((one) => ({ name: names.get(one.id) ?? one.id, text: ofDraft(one) })),
    ];
  });
}

function groupBy(links: readonly Link[], by: "newId" | "oldId", value: "newId" | "oldId") {
  const groups = new Map<string, string[]>();
  for (const link of links) groups.set(link[by], [...(groups.get(link[by]) ?? []), link[value]]);
  return groups;
}

function nameAll(records: readonly (StoredDecision | StoredProposal)[]): Map<string, string> {
  const digits = Math.max(4, String(records.length).length);
  return new Map(
    records.map(({ id, title }, place) => [
      id,
      `${String(place + 1).padStart(digits, "0")}-${slug(title)}`,
    ]),
  );
}
