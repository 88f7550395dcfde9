import { temporaryDirectory } from "@faculties/testkit";
import { startGoogleEmulator, startOpenAiEmulator } from "@faculties/testkit/emulators";
import { describe, expect, test } from "vitest";
import { flawedRepository } from "./support/flawed-repository.ts";
import { startViewed } from "./support/show-view.ts";
import { hasBrowser, seriousFindings } from "./support/visit.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";

describe.skipIf(!hasBrowser)("a view inside the client", () => {
  test("a search shows decisions, and what they replaced on request", async () => {
    const server = await startViewed("agent-memory", {
      env: { AGENT_MEMORY_SECRET: "for-this-test", AGENT_MEMORY_COOLDOWN_MS: "0" },
    });
    const { decision_id } = await server.callOk<{ decision_id: string }>("record_decision", {
      title: `Sessions in Redis ${HOSTILE}`,
      target: "session storage",
      rationale: "Sessions must survive a restart.",
    });
    await server.callOk("supersede_decision", {
      title: "Sessions in cookies",
      target: "session storage",
      rationale: "No shared state to run any more.",
      old_decision_ids: [decision_id],
    });
    const { page, view, problems, calls } = await server.show("search_decisions", {
      query: "Redis",
    });
    await view.getByRole("heading", { name: "Sessions in cookies" }).waitFor();
    await view.getByRole("button", { name: "Show what was replaced, too" }).click();
    await view.getByRole("heading", { name: /^Sessions in Redis/ }).waitFor();
    expect(calls).toEqual(["search_decisions"]);
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("a run shows its nodes, and is paused, resumed and cancelled", async () => {
    const server = await startViewed("orchestrator-resources", { args: ["--enable-all"] });
    await server.callOk("graph_create", {
      name: "release",
      graph_id: "release",
      nodes: [
        { id: "build", attributes: { kind: "wait", ms: 60_000 } },
        { id: "publish", attributes: { kind: "noop" } },
      ],
      edges: [{ from: "build", to: "publish" }],
    });
    const { run_id } = await server.callOk<{ run_id: string }>("plan_run", { graph_id: "release" });
    const { page, view, problems, calls } = await server.show("plan_status", {
      run_id,
      include_nodes: true,
    });
    await view.getByText("publish").waitFor();
    await view.getByText("2 nodes, 1 link").waitFor();
    await view.getByRole("button", { name: "Pause" }).click();
    await view.getByRole("button", { name: "Resume" }).click();
    await view.getByRole("button", { name: "Cancel the run" }).click();
    await view.getByText("cancelled").first().waitFor();
    expect(calls.filter((name) => name !== "plan_status")).toEqual([
      "plan_pause",
      "plan_resume",
      "plan_cancel",
    ]);
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("a decision is computed again by another method", async () => {
    const server = await startViewed("langbase-reasoning", {
      env: { REASONING_PROVIDER: "local" },
    });
    const input = {
      question: "Which database?",
      alternatives: ["SQLite", "PostgreSQL"],
      criteria: [{ name: "cost" }, { name: "scale" }],
      scores: { SQLite: { cost: 1, scale: 0.3 }, PostgreSQL: { cost: 0.6, scale: 0.9 } },
    };
    const { page, view, problems, calls } = await server.show("reasoning_make_decision", input);
    await view.getByText("PostgreSQL").first().waitFor();
    await view.getByRole("button", { name: "TOPSIS" }).click();
    await view.getByRole("button", { name: "TOPSIS", pressed: true }).waitFor();
    expect(calls).toEqual(["reasoning_make_decision"]);

    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("beliefs are plotted, and a refusal is shown", async () => {
    const server = await startViewed("langbase-reasoning", {
      env: { REASONING_PROVIDER: "local" },
    });
    const beliefs = await server.show("reasoning_probabilistic", {
      hypothesis: "The bug is in the login",
      prior: 0.3,
      evidence: [{ description: "Logins fail", likelihood_if_true: 0.8, likelihood_if_false: 0.2 }],
    });
    await beliefs.view.getByRole("cell", { name: "Logins fail" }).waitFor();
    const refused = await server.show("reasoning_tree_list", { session_id: "nowhere" });
    await refused.view.getByRole("alert").waitFor();
    expect([...beliefs.problems, ...refused.problems]).toEqual([]);
  });

  test("a graph of thoughts is drawn and pruned", async () => {
    const server = await startViewed("langbase-reasoning", {
      env: { REASONING_PROVIDER: "local" },
    });
    const { graph_id } = await server.callOk<{ graph_id: string }>("reasoning_got_init", {
      content: "How should the cache be invalidated?",
    });
    const { page, view, problems, calls } = await server.show("reasoning_got_state", { graph_id });
    await view.getByText("How should the cache").waitFor();
    await view.getByRole("button", { name: "Prune weak thoughts" }).click();
    await expect.poll(() => calls).toEqual(["reasoning_got_prune", "reasoning_got_state"]);
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("models are shown side by side and asked further", async () => {
    const [openai, google] = await Promise.all([startOpenAiEmulator(), startGoogleEmulator()]);
    openai.answer("*", "In the process.");
    google.answer("*", "In Redis.");
    const server = await startViewed("converse", {
      env: {
        OPENAI_API_KEY: "sk-for-this-test",
        OPENAI_BASE_URL: openai.url,
        GOOGLE_API_KEY: "for-this-test",
        GOOGLE_BASE_URL: google.url,
        CONVERSE_CLI: "off",
      },
    });
    const { page, view, problems, calls } = await server.show("consensus", {
      prompt: "Where should the cache live?",
      models: [{ model: "o3" }, { model: "flash" }],
    });
    await view.getByText("In the process.").first().waitFor();
    await view.getByText("In Redis.").first().waitFor();
    await view.getByLabel("Ask them further").fill("And with ten hosts?");
    await view.getByRole("button", { name: "Ask", exact: true }).click();
    await expect.poll(() => calls).toEqual(["consensus"]);
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("a review shows its findings, and applies a patch only when told twice", async () => {
    const repository = flawedRepository(await temporaryDirectory());
    const server = await startViewed("gan-audit", {
      args: ["--enable-auditing", "--root", repository.folder],
    });
    const { page, view, problems, calls } = await server.show("sequentialthinking", {
      thought: 'Audit my change.\n\n```gan-config\n{ "scope": "diff", "maxCycles": 2 }\n```',
      thoughtNumber: 1,
      totalThoughts: 1,
      nextThoughtNeeded: false,
    });
    const apply = view.getByRole("button", { name: "Apply this patch…" });
    await view.getByText(/===/).first().waitFor();
    await apply.click();
    await view.getByRole("button", { name: "Leave it" }).click();
    expect(repository.isUntouched()).toBe(true);
    expect(calls).toEqual([]);
    await apply.click();
    await view.getByRole("button", { name: "Apply", exact: true }).click();
    await view.getByText(/fixes were applied to is-empty\.js/i).waitFor();
    expect(repository.changes()).toContain('+export const isEmpty = (text) => text === "";');
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
