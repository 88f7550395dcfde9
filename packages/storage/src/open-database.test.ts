import { expect, test } from "vitest";
import { chooseDatabase } from "./open-database.ts";

const surroundings = { platform: "linux", env: {}, home: "/home/ada" } as const;
const place = (wanted: { file?: string; url?: string; tenant?: string }) =>
  chooseDatabase("agent-memory", wanted, surroundings);

test("takes the file that is named, or the platform's", () => {
  expect(place({})).toMatchObject({ file: "/home/ada/.local/share/faculties/agent-memory.db" });
  expect(place({ file: "/data/state.sqlite" })).toMatchObject({ file: "/data/state.sqlite" });
});

test("gives each tenant a file of its own next to it", () => {
  expect(place({ tenant: "red" })).toMatchObject({
    file: "/home/ada/.local/share/faculties/tenants/red/agent-memory.db",
  });
  expect(place({ file: "/data/state.sqlite", tenant: "blue" })).toMatchObject({
    file: "/data/tenants/blue/state.sqlite",
  });
  expect(place({ file: ":memory:", tenant: "blue" })).toMatchObject({ file: ":memory:" });
});

test("gives each tenant a schema of its own in a database that is named by its address", () => {
  const url = "postgres://db/team";
  expect(place({ url })).toEqual({ url, namespace: "agent_memory" });
  expect(place({ url, file: "/ignored", tenant: "team-a" })).toEqual({
    url,
    namespace: "agent_memory_team_a",
  });
});

test("never needs a longer name than PostgreSQL keeps", () => {
  const choice = { url: "postgres://db/team", tenant: "x".repeat(40) };
  const longest = chooseDatabase("orchestrator-resources", choice, surroundings);
  expect(longest.namespace.length).toBe(63);
});
