import { statSync } from "node:fs";
import { join } from "node:path";
import { temporaryHome } from "@faculties/testkit";
import { expect, test } from "vitest";
import { startConsole } from "./support/start-console.ts";

test("the token stays the same for this user, in a file that only they can read", async () => {
  const home = await temporaryHome();
  const first = await startConsole({ home });
  await first.stop();
  const second = await startConsole({ home });
  expect(second.token).toBe(first.token);
  const file = join(home.env["XDG_DATA_HOME"] ?? "", "faculties", "console-token");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await second.stop();
});

test("a person with an old link sees a page that says what to do, a program JSON", async () => {
  const running = await startConsole();
  const old = `${running.origin}/?token=of-yesterday`;
  const page = await fetch(old, { headers: { accept: "text/html" } });
  expect(page.status).toBe(401);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await page.text()).toContain("This link has expired.");
  const answer = await fetch(old);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({
    error: "This link has expired. Use the URL printed in your terminal.",
  });
  await running.stop();
});
