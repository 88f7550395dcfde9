import { waitUntil } from "@faculties/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { type RunningConsole, startConsole } from "./support/start-console.ts";
import { hasBrowser, visit } from "./support/visit.ts";

type State = { name: string; phase: string; pid: number };

async function readyServers(console: RunningConsole): Promise<State[]> {
  return waitUntil(
    async () => {
      const { servers } = (await (await console.ask("/api/state")).json()) as { servers: State[] };
      return servers.every(({ phase }) => phase === "ready") ? servers : undefined;
    },
    { timeoutMs: 15_000, what: "five ready servers" },
  );
}

describe("a server", () => {
  test.skipIf(!hasBrowser)("that dies is started again, and the page says so", async () => {
    const running = await startConsole();
    onTestFinished(() => void running.stop());
    const { page } = await visit(running.address);
    const [first] = await readyServers(running);
    process.kill(first?.pid ?? 0, "SIGKILL");
    await page.getByText("Restarted 1 time.").waitFor();
    await readyServers(running);
    const client = await running.connect("agent-memory");
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
  });

  test("dies with a console that is killed", async () => {
    const doomed = await startConsole();
    const servers = await readyServers(doomed);
    doomed.child.kill("SIGKILL");
    await waitUntil(() => servers.every(({ pid }) => !isAlive(pid)));
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
