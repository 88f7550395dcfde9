import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { findServers } from "./find-servers.mjs";
import { fixtureSubject } from "./fixture-subject.ts";
import { extremeInputs } from "./fuzz/extreme-inputs.ts";
import { startFuzzSession } from "./fuzz/fuzz-session.ts";
import { bottomlessJson, heavyJson, hostileStrings } from "./fuzz/hostile-values.ts";
import { nearValid, withJsonAt } from "./fuzz/near-valid-input.ts";
import { validValue } from "./fuzz/valid-value.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? 20_260_728);
const runs = Number(process.env["FUZZ_RUNS"] ?? 5);
const MOST_AT_ONCE = 8;
const timeout = 20_000 + runs * 2_000;

const fixture = await fixtureSubject({
  args: ["--tools", "echo,test_simple_text,test_error_handling,test_sampling,touch"],
});
const sessions = await Promise.all(
  [fixture, ...findServers()].map(async (subject) => ({
    name: subject.name,
    session: await startFuzzSession(subject),
  })),
);

afterAll(async () => {
  await Promise.all(sessions.map(({ session }) => session.end()));
});

describe.each(sessions)(`$name, FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`, ({ session }) => {
  test.each(session.tools)(
    "$name withstands hostile input",
    async ({ name, inputSchema, examples }) => {
      const generated = validValue(inputSchema);
      const valid = fc.oneof(generated, ...examples.map((example) => fc.constant(example)));
      const attack = (input: unknown) => session.attack(name, input);
      const withstands = (input: fc.Arbitrary<unknown>) =>
        fc.assert(
          fc.asyncProperty(
            fc.array(input, { minLength: 1, maxLength: MOST_AT_ONCE, size: "max" }),
            async (inputs) => void (await Promise.all(inputs.map(attack))),
          ),
          { seed, numRuns: runs },
        );

      await withstands(valid);
      await withstands(nearValid(valid));
      const [whole] = examples.length > 0 ? examples : fc.sample(generated, { seed, numRuns: 1 });
      await Promise.all(extremeInputs(whole).map(attack));
      for (const [at, json] of heavyJson.entries())
        await session.attackWithJson(name, withJsonAt(whole, at, json));
      for (const value of [null, true, 1.5, "text", []]) await attack(value);

      expect(await session.complaints()).toEqual([]);
    },
    timeout,
  );

  test("resources withstand hostile URIs", async () => {
    for (const text of hostileStrings) {
      const hostile = encodeURIComponent(Buffer.from(text).toString());
      const filled = session.uriTemplates.flatMap((template) =>
        [text, hostile].map((value) => template.replaceAll(/\{[^}]*\}/g, () => value)),
      );
      await Promise.all([text, ...filled].map(session.attackResource));
    }
    expect(await session.complaints()).toEqual([]);
  });

  test("arguments without an end of nesting are the caller's mistake, not a failure", async () => {
    const [tool] = session.tools;
    for (const json of bottomlessJson) await session.attackWithJson(String(tool?.name), json);
    expect(await session.complaints()).toEqual([]);
  });
});
