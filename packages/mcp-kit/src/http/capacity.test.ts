import { expect, test } from "vitest";
import { BodyMemories } from "./body.ts";
import { networkOf } from "./caller.ts";
import { FairQueue, Shares } from "./capacity.ts";

const KIB = 1024;
const source = (key: string, isCrowd = false) => ({ key, isCrowd });

test("a source gets its share of the places, a crowd more, and the last eighth is for newcomers", () => {
  const shares = new Shares({ most: 64, each: 16 });
  const takeAll = (key: string, isCrowd = false) => {
    const releases: (() => void)[] = [];
    for (;;) {
      const taken = shares.take(source(key, isCrowd));
      if (typeof taken === "string") return { releases, full: taken };
      releases.push(taken);
    }
  };
  expect(takeAll("a")).toMatchObject({ releases: { length: 16 }, full: "share" });
  const crowd = takeAll("proxy", true);
  expect(crowd).toMatchObject({ releases: { length: 40 }, full: "total" });
  expect(takeAll("b")).toMatchObject({ releases: { length: 1 }, full: "total" });
  crowd.releases[0]?.();
  crowd.releases[0]?.();
  expect(shares.total).toBe(56);
});

test("each key in turn, however many requests another has", async () => {
  const queue = new FairQueue();
  const started: string[] = [];
  const enter = async (key: string) => {
    const done = await queue.enter(key);
    started.push(key);
    done();
  };
  const greedy = ["a", "a", "a", "a"].map(enter);
  await Promise.all([...greedy, enter("b"), enter("c"), enter("b")]);
  expect(started.join("")).toBe("aabcaba");
});

test("of one key eight requests are young at a time, and others do not wait for them", async () => {
  const queue = new FairQueue(60_000);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const enter = (key: string) =>
    queue.enter(key).then((done) => {
      started.push(key);
      ends.push(done);
    });
  const greedy = Array.from({ length: 20 }, () => enter("a"));
  await Promise.all(greedy.slice(0, 8));
  await enter("b");
  expect(started.filter((key) => key === "a")).toHaveLength(8);
  ends[0]?.();
  ends[0]?.();
  await greedy[8];
  expect(started).toHaveLength(10);
});

test("requests that run for long keep none of the same key waiting", async () => {
  const queue = new FairQueue(1);
  await Promise.all(Array.from({ length: 50 }, () => queue.enter("a")));
});

test("memory of bodies: the first 64 KiB are free, the rest is bounded by source and in total", () => {
  let time = 0;
  const memories = new BodyMemories({ most: 300 * KIB, each: 200 * KIB }, () => time);
  const shed: string[] = [];
  const open = (key: string) => memories.open(source(key), () => shed.push(key));
  const [first, second, other] = [open("a"), open("a"), open("b")];
  expect(first.grow(164 * KIB)).toBeUndefined();
  expect(second.grow(164 * KIB)).toBeUndefined();
  expect(memories.total).toBe(200 * KIB);
  expect(second.grow(1)).toBe("share");
  expect(other.grow(164 * KIB)).toBeUndefined();
  expect(other.grow(1)).toBe("total");
  expect(open("c").grow(64 * KIB)).toBeUndefined();

  time += 5_000;
  expect(second.grow(1)).toBeUndefined();
  expect(shed).toEqual(["a"]);
  second.complete();
  expect(second.grow(150 * KIB)).toBe("share");
  second.release();
  second.release();
  other.release();
  first.release();
  expect(memories.total).toBe(0);
});

test("when the total is used up, the source that holds most gives way first", () => {
  let time = 0;
  const memories = new BodyMemories({ most: 300 * KIB, each: 250 * KIB }, () => time);
  const shed: string[] = [];
  const open = (key: string) => memories.open(source(key), () => shed.push(key));
  expect(open("small").grow(100 * KIB)).toBeUndefined();
  expect(open("large").grow(300 * KIB)).toBeUndefined();
  time += 6_000;
  expect(open("new").grow(164 * KIB)).toBeUndefined();
  expect(shed).toEqual(["large"]);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
