import { describe, expect, test } from "vitest";
import { samplePage } from "../support/sample-page.ts";
import { hasBrowser } from "../support/visit.ts";

const SESSIONS = "memory/Sample%3A%20session%20storage";

describe.skipIf(!hasBrowser)("memory", () => {
  const sample = samplePage("memory");

  test("shows the history of a target: what replaced what, why, and as of an earlier day", async () => {
    await sample.open(SESSIONS, "Memory");
    const history = sample.page.locator(".history");
    const redis = history.getByRole("article", { name: "Sample: Store sessions in Redis" });
    await redis.getByText(/in force for .*, replaced by “Sample: Keep sessions/).waitFor();
    await redis.getByText("Sample: Store sessions in Redis").first().click();
    await redis.getByText("survive a restart").first().waitFor();
    await redis.getByText("Replaced because:").waitFor();
    const newest = history.getByRole("article", { name: "Sample: Keep sessions in PostgreSQL" });
    await newest.getByText("What changed since").click();
    await newest.locator(".sentences ins").first().waitFor();
    await history.getByRole("slider").focus();
    await sample.page.keyboard.press("Home");
    await newest.waitFor({ state: "detached" });
    await redis.getByText("in force", { exact: true }).waitFor();
  });

  test("a decision in the list opens next to it, and its address can be opened again", async () => {
    await sample.open("memory", "Memory");
    const list = sample.page.getByRole("navigation", { name: "Decisions" });
    await list.getByLabel("Filter decisions").fill("redis");
    await expect.poll(() => list.getByRole("link").count()).toBe(1);
    await list.getByRole("link", { name: /Store sessions in Redis/ }).click();
    await sample.page.getByRole("heading", { name: "Sample: session storage" }).waitFor();
    await sample.page.reload();
    await sample.page.getByRole("heading", { name: "Sample: session storage" }).waitFor();
    expect(await list.getByLabel("Filter decisions").inputValue()).toBe("redis");
    await list.getByLabel("Filter decisions").fill("");
    await list.getByRole("button", { name: /^superseded/ }).click();
    await expect.poll(() => list.getByRole("link").count()).toBe(2);
  });

  test("searches in every mode and explains the scores", async () => {
    await sample.open("memory", "Memory");
    await sample.page.getByLabel("Search in any words").fill("do we still use Redis?");
    const found = sample.page.getByRole("region", { name: "Search" });
    await found.getByText("Sample: Keep sessions in PostgreSQL", { exact: true }).waitFor();
    await found
      .getByText(/^replaced “Sample: /)
      .first()
      .waitFor();
    await found
      .getByText(/= match [\d.]+ \+ 1 in force/)
      .first()
      .waitFor();
    await sample.page.getByLabel("Mode").selectOption("audit");
    await found
      .getByText(/× 0\.2 superseded/)
      .first()
      .waitFor();
    await sample.page.getByLabel("Mode").selectOption("strict");
    await expect.poll(() => found.getByText("superseded").count()).toBe(0);
  });

  test("shows the evidence of a proposal, keeps its review window, and rejects it", async () => {
    await sample.open("memory", "Memory");
    const proposal = sample.page.getByRole("article", { name: /Change the approach/ });
    expect(await proposal.getByText("Migration timed out").count()).toBeGreaterThanOrEqual(3);
    await proposal.getByText(/A proposal can be accepted one hour after .* in \d+ min/).waitFor();
    expect(await proposal.getByRole("button", { name: "Accept" }).isDisabled()).toBe(true);
    await proposal.getByRole("button", { name: "Reject" }).click();
    await sample.confirm("Not now");
    await proposal.getByRole("button", { name: "Reject" }).click();
    await sample.confirm("Reject");
    await proposal.waitFor({ state: "detached" });
  });
});
