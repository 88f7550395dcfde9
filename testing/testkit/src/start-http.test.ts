import { expect, test } from "vitest";
import { buildServerFixture } from "./build-fixture.ts";
import { clientKinds } from "./connect-client.ts";
import { startHttp } from "./start-http.ts";

const notes = new URL("./fixtures/notes-server.ts", import.meta.url);

async function start(args: string[] = []) {
  return startHttp({ entry: await buildServerFixture(notes), args });
}

test.each(clientKinds)("the %s client calls a tool over HTTP", async (kind) => {
  const server = await start();
  const connection = await server.connect(kind);
  expect(await connection.callOk("echo", { text: "over http" })).toMatchObject({
    text: "over http",
  });
});

test("several clients talk to one server, and SIGTERM ends it", async () => {
  const server = await start();
  const connections = await Promise.all(clientKinds.map((kind) => server.connect(kind)));
  const texts = await Promise.all(
    connections.map((connection, place) =>
      connection.callOk<{ text: string }>("echo", { text: `${place}` }),
    ),
  );
  expect(texts.map(({ text }) => text)).toEqual(["0", "1", "2"]);
  expect(server.url.href).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/mcp$/);
  expect(await server.close()).toMatchObject({ code: 0, signal: null });
});

test("a server that does not listen is reported with its stderr", async () => {
  await expect(start(["--broken"])).rejects.toThrow("cannot start");
});
