import type { ServerEvent } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { ResourceChangeBus } from "./change-bus.ts";

test("reports a change under every address that is subscribed to, while it is", () => {
  const bus = new ResourceChangeBus();
  const events: ServerEvent[] = [];
  let watches = 0;
  bus.follow({ reportedUri: (uri) => uri.toLowerCase(), watch: () => (watches += 1) });
  bus.subscribe((event) => events.push(event));
  const heard = () => {
    bus.updated("x://a");
    return events.splice(0).map((event) => "uri" in event && event.uri);
  };

  expect([heard(), watches]).toEqual([["x://a"], 0]);
  const ends = [["x://A", "x://b"], ["x://A"], ["x://a"]].map((uris) =>
    bus.subscriptionOpened(uris),
  );
  expect([heard(), watches]).toEqual([["x://a", "x://A"], 1]);
  ends[0]?.();
  expect(heard()).toEqual(["x://a", "x://A"]);
  ends[1]?.();
  expect(heard()).toEqual(["x://a"]);
});
