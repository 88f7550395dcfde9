import { readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ConfigError, defineCommand, option } from "@faculties/mcp-kit";
import { makeFolder } from "@faculties/storage";
import type { Context } from "../context.ts";
import { renderRecord } from "../domain/adr/render-record.ts";
import { slug } from "../domain/adr/slug.ts";
import type { Link } from "../domain/decision.ts";
import { type StoredDecision, listDecisions } from "../store/decisions.ts";
import { allLinks } from "../store/links.ts";
import { type StoredProposal, listProposals } from "../store/proposals.ts";
import { jsonOption } from "./json-option.ts";

const options = {
  force: option.boolean({ flag: "force", describe: "Write into a folder that is not empty" }),
  json: jsonOption,
};

export const exportCommand = defineCommand<Context, typeof options>({
  name: "export",
  usage: "<folder>",
  summary: "Write every decision as a Markdown record",
  positionals: [1, 1],
  options,
  async run({ context, positionals: [folder = ""], values: { force, json }, print }) {
    makeFolder(resolve(folder));
    if (!force && (await readdir(folder)).length > 0)
      throw new ConfigError(`${folder} is not empty. Choose another folder, or add --force.`);
    const records = await exportRecords(context);
    for (const { name, text } of records) await writeFile(join(folder, `${name}.md`), text);
    if (json)
      print(
        JSON.stringify(
          records.map(({ name }) => join(folder, `${name}.md`)),
          null,
          2,
        ),
      );
    else print(`Wrote ${records.length} records to ${folder}.`);
  },
});

type ExportedRecord = { name: string; text: string };

const ALL = Number.MAX_SAFE_INTEGER;

/** Every decision and every draft as a Markdown record, numbered by age. */
async function exportRecords({ storage }: Context): Promise<ExportedRecord[]> {
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
