import { describe, expect, test } from "vitest";
import { findServers, type Subject } from "./find-servers.mjs";
import { fixtureSubject } from "./fixture-subject.ts";
import { type Channel, type Era, eras, type TransportKind, transports } from "./fuzz/channel.ts";
import { addToCorpus, bytesOf, readCorpus } from "./fuzz/corpus.ts";
import { describeFault, fuzzMessages, type FuzzReport, replay } from "./fuzz/fuzz-messages.ts";
import { openChannel } from "./fuzz/open-channel.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? 20_260_728);
/** For each server and transport; the eras share them. */
const total = Number(process.env["FUZZ_MESSAGES"] ?? 400);
const messages = Math.ceil(total / eras.length);
const chosen = {
  server: process.env["FUZZ_SERVER"],
  transport: process.env["FUZZ_TRANSPORT"],
  era: process.env["FUZZ_ERA"],
};
const timeout = 60_000 + messages * 50;

const fixture = await fixtureSubject();
const cases = [fixture, ...findServers()]
  .filter(({ name }) => chosen.server === undefined || chosen.server === name)
  .flatMap((subject) => transports.map((transport) => ({ subject, transport })))
  .filter(({ transport }) => chosen.transport === undefined || chosen.transport === transport)
  .flatMap((one) => eras.map((era) => ({ ...one, era })))
  .filter(({ era }) => chosen.era === undefined || chosen.era === era)
  .map((one) => ({ ...one, name: one.subject.name }));

async function withChannel(
  { subject, transport, era }: { subject: Subject; transport: TransportKind; era: Era },
  use: (channel: Channel) => Promise<FuzzReport>,
): Promise<FuzzReport> {
  const channel = await openChannel(subject, transport, era);
  try {
    return await use(channel);
  } finally {
    await channel.close();
  }
}

describe(`messages, FUZZ_SEED=${seed} FUZZ_MESSAGES=${total}`, () => {
  test.each(cases)(
    "$name over $transport in $era answers what it was sent, and only that",
    async (one) => {
      const report = await withChannel(one, (channel) =>
        fuzzMessages(channel, one.subject, { seed, messages }),
      );
      if (process.env["FUZZ_KEEP"]) addToCorpus(report.faults);
      if (process.env["FUZZ_REPORT"]) process.stderr.write(`${summary(one, report)}\n`);
      expect(report.faults.map(describeFault)).toEqual([]);
      expect(report.codes.get(0) ?? 0).toBeGreaterThan(messages / 20);
    },
    timeout,
  );

  test.each(cases)(
    "$name over $transport in $era answers every message of the corpus",
    async (one) => {
      const corpus = readCorpus().map(bytesOf);
      const report = await withChannel(one, (channel) => replay(channel, corpus));
      expect(report.faults.map(describeFault)).toEqual([]);
      expect(report.sent).toBe(corpus.length);
    },
    timeout,
  );
});

function summary(
  { name, transport, era }: (typeof cases)[number],
  { sent, answered, codes, faults, memory }: FuzzReport,
): string {
  const all = [...codes].toSorted(([a], [b]) => b - a).map(([code, count]) => `${code}: ${count}`);
  return `${name} ${transport} ${era}: ${sent} sent, ${answered} answered, ${faults.length} faults, ${memory.before} → ${memory.after} MB; ${all.join(", ")}`;
}
