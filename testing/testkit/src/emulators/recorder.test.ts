import { once } from "node:events";
import { request } from "node:http";
import { expect, test } from "vitest";
import {
  bytes,
  cut,
  delayed,
  echoKey,
  endless,
  hang,
  hangInBody,
  json,
  refuse,
} from "./recorder-answers.ts";
import { startRecorder } from "./recorder.ts";

test("records what it gets and answers in the order of its script, the last answer again and again", async () => {
  const recorder = await startRecorder(json({ one: 1 }, { status: 201 }), bytes("two"));
  const first = await fetch(`${recorder.url}/path?q=1`, {
    method: "POST",
    headers: { "x-test": "yes" },
    body: '{"a":1}',
  });
  expect([first.status, await first.json()]).toEqual([201, { one: 1 }]);
  for (const _ of [2, 3]) expect(await (await fetch(recorder.url)).text()).toBe("two");
  expect(recorder.requests).toMatchObject([
    { method: "POST", path: "/path?q=1", headers: { "x-test": "yes" }, body: { a: 1 } },
    { method: "GET", path: "/", bodyText: "", body: undefined },
    { method: "GET" },
  ]);
});

test("follows a new script from then on", async () => {
  const recorder = await startRecorder(bytes("old"));
  recorder.script(bytes("new"));
  expect(await (await fetch(recorder.url)).text()).toBe("new");
});

test("tells of the n-th request as soon as it is there", async () => {
  const recorder = await startRecorder(bytes("ok"));
  const second = recorder.waitForRequest(2);
  await fetch(`${recorder.url}/1`);
  await fetch(`${recorder.url}/2`);
  await expect(second).resolves.toMatchObject({ path: "/2" });
});

test.each([
  ["that hangs", hang()],
  ["that hangs in mid-body", hangInBody()],
  ["without end", endless()],
  ["that is late", delayed(60_000, json({}))],
])("notices when the client leaves an answer %s", async (_, answer) => {
  const recorder = await startRecorder(answer);
  const outgoing = request(recorder.url).on("error", () => outgoing.destroy());
  outgoing.end();
  await recorder.waitForRequest();
  outgoing.destroy();
  await recorder.waitForDisconnect();
  expect(recorder.requests).toMatchObject([{ disconnected: true }]);
});

test.each([
  ["at once", refuse()],
  ["in mid-body", cut()],
])("breaks the connection %s, and does not blame the client", async (_, answer) => {
  const recorder = await startRecorder(answer);
  const read = async () => (await fetch(recorder.url)).text();
  await expect(read()).rejects.toThrow();
  expect(recorder.requests).toMatchObject([{ disconnected: false }]);
});

test("repeats the credentials that it was sent", async () => {
  const recorder = await startRecorder(echoKey(403));
  const answer = await fetch(`${recorder.url}/v1?key=in-the-path`, {
    headers: { authorization: "Bearer a", "x-api-key": "b", "x-goog-api-key": "c" },
  });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toMatch(/Bearer a, b, c .*in-the-path/);
});

test("breaks off what is under way when it is closed", async () => {
  const recorder = await startRecorder(hang());
  const outgoing = request(recorder.url);
  const broken = once(outgoing, "error");
  outgoing.end();
  await recorder.waitForRequest();
  await recorder.close();
  await broken;
});
