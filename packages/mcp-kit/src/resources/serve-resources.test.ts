import { buildServerFixture, startHttp, startServer } from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";

let entry: string;
beforeAll(async () => {
  entry = await buildServerFixture(new URL("../fixtures/fixture-app.ts", import.meta.url));
});

/** Collects the notifications that a client gets, and waits for the next one. */
function inbox() {
  const received: unknown[] = [];
  let wake: () => void = () => undefined;
  return {
    received,
    put(notification: unknown) {
      received.push(notification);
      wake();
    },
    async until(count: number) {
      while (received.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
}

test.each(["stdio", "http"] as const)(
  "a 2025 client over %s pages, reads and subscribes",
  async (over) => {
    const box = inbox();
    const settings = {
      configure(client: { setNotificationHandler: Function }) {
        client.setNotificationHandler("notifications/resources/updated", ({ params }: never) =>
          box.put(params),
        );
        client.setNotificationHandler("notifications/resources/list_changed", () =>
          box.put("list"),
        );
      },
    };
    const server =
      over === "stdio"
        ? await startServer({ entry, ...settings })
        : await (await startHttp({ entry })).connect("2025", settings);
    const { client } = server;
    for (const name of ["b", "a"]) await server.callOk("increment", { name });

    const first = await client.listResources({ cursor: "" });
    expect(first).toMatchObject({
      resources: [{ uri: "counter://a", name: "a" }],
      nextCursor: "a",
    });
    const rest = await client.listResources({ cursor: "a" });
    expect(rest.resources).toEqual([{ uri: "counter://b", name: "b" }]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([
      { uriTemplate: "counter://{name}", name: "counter", mimeType: "text/plain" },
    ]);
    expect((await client.readResource({ uri: "counter://a" })).contents).toEqual([
      { uri: "counter://a", mimeType: "text/plain", text: "1" },
    ]);
    await expect(client.readResource({ uri: "counter://none" })).rejects.toMatchObject({
      code: -32_602,
    });
    await expect(client.readResource({ uri: "counter://broken" })).rejects.toMatchObject({
      code: -32_603,
      message: expect.stringContaining("The counter is broken."),
      data: { code: "E-BROKEN" },
    });
    await expect(client.readResource({ uri: "counter://" })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining("Name the counter."),
      data: { code: "E-NAMELESS" },
    });

    await box.until(2);
    box.received.length = 0;
    await client.subscribeResource({ uri: "counter://a" });
    await server.callOk("increment", { name: "b" });
    await server.callOk("increment", { name: "a" });
    await box.until(1);
    expect(box.received).toEqual([{ uri: "counter://a" }]);

    await client.unsubscribeResource({ uri: "counter://a" });
    await client.subscribeResource({ uri: "counter://B" });
    await server.callOk("increment", { name: "a" });
    await server.callOk("increment", { name: "b" });
    await box.until(2);
    expect(box.received).toEqual([{ uri: "counter://a" }, { uri: "counter://B" }]);
  },
);

describe.each(["stdio", "http"] as const)("a 2026 client over %s", (over) => {
  test("listens to what it asked for, and the first listener starts the watch", async () => {
    const box = inbox();
    const settings = {
      configure(client: { setNotificationHandler: Function }) {
        client.setNotificationHandler("notifications/resources/updated", ({ params }: never) =>
          box.put((params as { uri: string }).uri),
        );
      },
    };
    const server =
      over === "stdio"
        ? await startServer({ entry, client: "2026", ...settings })
        : await (await startHttp({ entry })).connect("2026", settings);
    const subscription = await server.client.listen({
      resourceSubscriptions: ["counter://a", "counter://A", "counter://watched"],
    });
    await server.callOk("increment", { name: "b" });
    await server.callOk("increment", { name: "a" });
    await box.until(2);
    expect(box.received.slice(-2)).toEqual(["counter://a", "counter://A"]);
    await subscription.close();
  });
});
