import { startOpenAiEmulator } from "@faculties/testkit/emulators";
import { appendFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findServers } from "./find-servers.mjs";
import { startStallSession } from "./stall/stall-session.ts";
import { textPlaces } from "./stall/text-places.ts";
import { textShapes } from "./stall/text-shapes.ts";

const SIZE = 400_000;
describe.each(findServers())("$name", (subject) => {
  test("explore", { timeout: 1e6 }, async () => {
    const vendor = await startOpenAiEmulator();
    vendor.answer("*", () => "It depends.");
    if (subject.name === "converse") Object.assign(subject.env, { OPENAI_API_KEY: "for-interop", OPENAI_BASE_URL: vendor.url, CONVERSE_CACHE: "off" });
    const session = await startStallSession(subject);
    const only = process.env["ONLY_TOOL"];
    for (const tool of session.tools.filter((t) => !only || t.name === only)) for (const place of textPlaces(tool)) {
      if (place.longest === 0) continue;
      const began = performance.now();
      const over: string[] = [];
      let most = 0;
      for (const [name, text] of textShapes(Math.min(SIZE, place.longest))) {
        if (process.env["FEW"] && Math.random() > Number(process.env["FEW"])) continue;
        const stall = await session.stallOf(tool.name, place.fill(text)).catch((e) => { over.push(`${name}: ${String(e).slice(0, 200)}`); return 0; });
        most = Math.max(most, stall);
        if (stall > 100) over.push(`${name} ${stall}`);
      }
      appendFileSync("/tmp/stall.log", `${subject.name} ${tool.name} ${place.name} longest ${place.longest} most ${most} in ${Math.round(performance.now() - began)} ms: ${over.join("; ")}\n`);
    }
    expect(1).toBe(1);
    await vendor.close();
  });
});
