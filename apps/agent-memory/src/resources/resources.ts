import { cursorNumber, type ResourceCatalog, type ResourceEntry } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { listDecisions, type StoredDecision } from "../store/decisions.ts";
import { listProposals } from "../store/proposals.ts";
import { renderLineage, renderOverview } from "./render-json.ts";
import { renderResource } from "./render-resource.ts";
import {
  decisionUri,
  OVERVIEW_URI,
  proposalUri,
  readUri,
  reportedUri,
  targetUri,
} from "./resource-uris.ts";
import { watchChanges } from "./watch-changes.ts";

const PAGE = 100;
const MARKDOWN = "text/markdown";
const JSON_TYPE = "application/json";

const overview = {
  uri: OVERVIEW_URI,
  name: "overview",
  description: "The latest decisions, and the proposals that wait for a review with their evidence",
  mimeType: JSON_TYPE,
};

/** Decisions, the lineages of targets, and proposals as resources. */
export const resources: ResourceCatalog<Context> = {
  templates: [
    {
      uriTemplate: "memory://decisions/{id}",
      name: "decision",
      description: "One decision with its links",
      mimeType: MARKDOWN,
    },
    {
      uriTemplate: "memory://targets/{target}",
      name: "target",
      description: "The decision in force on a target and its lineage",
      mimeType: MARKDOWN,
    },
    {
      uriTemplate: "memory://proposals/{id}",
      name: "proposal",
      description: "A proposal with its evidence",
      mimeType: MARKDOWN,
    },
    {
      uriTemplate: "memory://lineages/{target}",
      name: "lineage",
      description: "The decisions on a target and what replaced what",
      mimeType: JSON_TYPE,
    },
  ],

  async list({ storage, project }, cursor) {
    const projects = await project.visible();
    const before = cursorNumber(cursor);
    return storage.read(async (tx) => {
      const decisions = await listDecisions(tx, { before, projects, limit: PAGE });
      const drafts =
        before === undefined
          ? await listProposals(tx, { status: "draft", projects, limit: PAGE })
          : [];
      const oldest = decisions.at(-1);
      return {
        entries: [
          ...(before === undefined ? [overview] : []),
          ...drafts.map(({ id, title }) => ({
            uri: proposalUri(id),
            name: id,
            title: `Proposal: ${title}`,
            mimeType: MARKDOWN,
          })),
          ...decisions.flatMap(entriesOf),
        ],
        nextCursor: decisions.length === PAGE && oldest ? String(oldest.number) : undefined,
      };
    });
  },

  async read(uri, { storage, project }) {
    const projects = await project.visible();
    if (uri === OVERVIEW_URI)
      return {
        mimeType: JSON_TYPE,
        text: await storage.read((tx) => renderOverview(tx, projects)),
      };
    const address = readUri(uri);
    if (address === undefined) return undefined;
    const { kind, name } = address;
    const text = await storage.read((tx) =>
      kind === "lineages"
        ? renderLineage(tx, name, projects)
        : renderResource(tx, address, projects),
    );
    const mimeType = kind === "lineages" ? JSON_TYPE : MARKDOWN;
    return text === undefined ? undefined : { mimeType, text };
  },

  reportedUri,
  watch: watchChanges,
};

/** A target is listed with the decision that is in force on it. */
function entriesOf({ id, title, target, status }: StoredDecision): ResourceEntry[] {
  const decision = {
    uri: decisionUri(id),
    name: id,
    title: `${title} (${status})`,
    mimeType: MARKDOWN,
  };
  if (status !== "active") return [decision];
  return [
    decision,
    { uri: targetUri(target), name: target, title: `Target: ${target}`, mimeType: MARKDOWN },
  ];
}
