import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { autoExample, AutoShape } from "../../pipes/auto.ts";
import {
  decisionExample,
  DecisionShape,
  evidenceExample,
  EvidenceShape,
  likelihoodExample,
  LikelihoodShape,
  perspectivesExample,
  PerspectivesShape,
} from "../../pipes/decision.ts";
import { biasExample, DetectionShape, fallacyExample } from "../../pipes/detection.ts";
import { divergentExample, DivergentShape } from "../../pipes/divergent.ts";
import {
  aggregateExample,
  generateExample,
  GenerateShape,
  MergeShape,
  refineExample,
  RefineShape,
  scoreExample,
  ScoreShape,
} from "../../pipes/got.ts";
import { linearExample, LinearShape } from "../../pipes/linear.ts";
import { reflectionExample, ReflectionShape } from "../../pipes/reflection.ts";
import { treeExample, TreeShape } from "../../pipes/tree.ts";
import type { AnswerShape } from "./answer-shape.ts";
import { findJsonObjects } from "./json-objects.ts";
import { readAnswer, stripThinking } from "./read-answer.ts";

function readAs<Data>(completion: string, shape: AnswerShape<Data>) {
  const answer = readAnswer(completion, { shape });
  if ("unusable" in answer) throw new Error(`The answer ${answer.unusable}.`);
  return answer;
}

const read = (completion: string) => {
  const { data, fallback } = readAs(completion, LinearShape);
  return [data.thought, data.confidence, fallback];
};

describe("JSON is found wherever it is", () => {
  const json = '{"thought": "It holds.", "confidence": 0.9}';

  test.each([
    ["alone", json],
    ["after prose", `Sure! Here is the answer:\n${json}\nI hope this helps {you}.`],
    ["in a fence", `\`\`\`json\n${json}\n\`\`\``],
    ["in a fence without language, with prose", `Well.\n\`\`\`\n${json}\n\`\`\`\nDone.`],
    ["after a think block", `<think>Maybe {"thought": "no", "confidence": 0.1}?</think>${json}`],
    ["after a think block whose opening is lost", `Maybe not… {"thought": "no"}</think>\n${json}`],
    ["before a think block that was cut", `${json}<think>and then`],
    ["after braces of prose", `The set {a, b} and {x | x > 0}: ${json}`],
    ["after an unclosed brace of prose", `Use { to open. ${json}`],
    ["after an example of the form", `{"thought": "…", "confidence": 0.0}\n${json}`],
    ["wrapped in a result", `{"result": ${json}}`],
    ["as a string in an object", JSON.stringify({ output_json: json })],
    ["with a BOM and CRLF", `\uFEFF\r\n${json}\r\n`],
  ])("%s", (_where, completion) => {
    expect(read(completion)).toEqual(["It holds.", 0.9, false]);
  });

  test("takes the object with most of the keys", () => {
    expect(read(`${json} {"confidence": 0.1}`)).toEqual(["It holds.", 0.9, false]);
  });
});

describe("JSON is repaired within its braces only", () => {
  test.each([
    ["trailing comma", '{"thought": "a", "confidence": 0.5,}', "a", 0.5],
    ["single quotes", "{'thought': 'a', 'confidence': 0.5}", "a", 0.5],
    ["bare keys", '{thought: "a", confidence: 0.5}', "a", 0.5],
    ["comments", '{"thought": "a", /* sure */ "confidence": 0.5 // yes\n}', "a", 0.5],
    ["a raw newline in a string", '{"thought": "a\nb", "confidence": 0.5}', "a\nb", 0.5],
    ["cut in a string", '{"confidence": 0.5, "thought": "it was cut o', "it was cut o", 0.5],
    ["cut after a value", '{"thought": "a", "confidence": 0.5', "a", 0.5],
    ["Python's literals", '{"thought": "a", "confidence": 0.5, "metadata": None}', "a", 0.5],
  ])("%s", (_what, completion, thought, confidence) => {
    expect(read(completion)).toEqual([thought, confidence, false]);
  });
});

describe("a completion without JSON of the shape is one thought", () => {
  test.each([
    ["prose", "It simply holds."],
    ["a list", '["a", "b"]'],
    ["another language", "Das stimmt: {nicht}. 確かに。"],
    ["a bare number", "42"],
  ])("%s", (_what, completion) => {
    expect(read(completion)).toEqual([completion, undefined, true]);
  });

  test("also when there is nothing but thinking", () => {
    expect(read("<think>Only this.</think>")).toEqual(["Only this.", undefined, true]);
    expect(stripThinking("<think>cut in mid-thought")).toEqual({
      text: "cut in mid-thought",
      onlyThinking: true,
    });
    expect(stripThinking("<think>  </think>").text).toBe("");
    expect(readAs("<think>cut in mid-thought", LinearShape).notes).toEqual([
      "The model gave no answer after its thinking; the thinking was taken instead.",
    ]);
  });
});

describe("an answer that holds nothing is no thought", () => {
  test.each([
    ["{}", "has nothing of what was asked for"],
    ['{"weather": "fine"}', "has nothing of what was asked for"],
    ['{"thought": null, "confidence": 0.9}', "has nothing of what was asked for"],
    ['{"thought": "", "confidence": "0,5"}', "has nothing of what was asked for"],
    ["<html><body>Bad gateway</body></html>", "is a web page"],
    ["<!DOCTYPE html><title>502</title>", "is a web page"],
    ["<think>  </think>", "is empty"],
    ["I'm sorry, but I can't help with that request.", "is a refusal"],
    ['{"thought": "I cannot assist with this.", "confidence": 1}', "is a refusal"],
    ["抱歉，我无法回答这个问题。", "is a refusal"],
    // cspell:disable-next-line
    ["Tut mir leid, dabei kann ich nicht helfen.", "is a refusal"],
  ])("%s", (completion, unusable) => {
    expect(readAnswer(completion, { shape: LinearShape })).toMatchObject({ unusable });
  });

  test("the example of the prompt is not an answer", () => {
    const completion = JSON.stringify(linearExample);
    expect(readAnswer(completion, { shape: LinearShape, example: linearExample })).toMatchObject({
      unusable: "only repeats the example of the prompt",
    });
  });

  test.each([
    "I cannot find a counterexample, so the claim stands.",
    "Sorry is not enough: the customer needs a refund.",
    "The proof cannot continue past step 3, because step 2 divides by zero.",
  ])("but a thought may say that something cannot be: %s", (completion) => {
    expect(read(completion)).toEqual([completion, undefined, true]);
  });
});

describe("fields of other types", () => {
  test.each([
    ['{"thought": 7, "confidence": "0.7"}', "7", 0.7],
    ['{"thought": ["a", "b"], "confidence": "85%"}', "a\nb", 0.85],
    ['{"thought": {"text": "a"}, "confidence": "8/10"}', "a", 0.8],
    ['{"thought": {"step": 1}, "confidence": null}', '{"step":1}', undefined],
    ['{"thought": null, "answer": "a", "confidence": true}', "a", undefined],
    ['{"thought": "  a  ", "confidence": 17}', "a", 0.17],
    ['{"thought": "a", "confidence": 85}', "a", 0.85],
    ['{"thought": "a", "confidence": 1.2}', "a", 1],
    ['{"content": "a", "confidence": -3}', "a", 0],
    ['{"thought": "a", "confidence": "very high"}', "a", undefined],
    ['{"thought": "a", "confidence": 1e999}', "a", undefined],
  ])("%s", (completion, thought, confidence) => {
    expect(read(completion)).toEqual([thought, confidence, false]);
  });

  test("lists take single items, plain texts and maps of fields, and drop the rest", () => {
    const { data } = readAs(
      JSON.stringify({
        branches: ["one", { name: "two", content: ["x", "y"], confidence: "2" }, 3, null, []],
        recommended: 1,
      }),
      TreeShape,
    );
    expect(data.branches).toEqual([
      { content: "one" },
      { name: "two", content: "x\ny", confidence: 0.2 },
    ]);
    expect(data.recommended).toBe("1");
    expect(
      readAs('{"strengths": "clear", "weaknesses": null}', ReflectionShape).data,
    ).toMatchObject({
      strengths: ["clear"],
      weaknesses: [],
      recommendations: [],
    });
    expect(readAs('{"branches": {"name": "only"}}', TreeShape).data.branches).toEqual([
      { name: "only" },
    ]);
  });
});

describe("the examples in the prompts", () => {
  test.each<[string, object, AnswerShape<object>]>([
    ["linear", linearExample, LinearShape],
    ["tree", treeExample, TreeShape],
    ["divergent", divergentExample, DivergentShape],
    ["reflection", reflectionExample, ReflectionShape],
    ["auto", autoExample, AutoShape],
    ["generate", generateExample, GenerateShape],
    ["score", scoreExample, ScoreShape],
    ["aggregate", aggregateExample, MergeShape],
    ["refine", refineExample, RefineShape],
    ["biases", biasExample, DetectionShape],
    ["fallacies", fallacyExample, DetectionShape],
    ["decision", decisionExample, DecisionShape],
    ["perspectives", perspectivesExample, PerspectivesShape],
    ["evidence", evidenceExample, EvidenceShape],
    ["likelihoods", likelihoodExample, LikelihoodShape],
  ])("%s is read in full", (_name, example, shape) => {
    const { data, fallback } = readAs(JSON.stringify(example), shape);
    expect(fallback).toBe(false);
    expect(data).toMatchObject(example);
  });
});

describe("hostile completions", () => {
  test("never throws, and always gives the shape", () => {
    const noise = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.json(),
      fc.string({
        unit: fc.constantFrom(
          "{",
          "}",
          '"',
          "\\",
          ":",
          ",",
          "[",
          "]",
          "thought",
          "confidence",
          "<think>",
          "</think>",
          "0.5",
          "\n",
          "```",
        ),
      }),
    );
    fc.assert(
      fc.property(noise, (completion) => {
        const answer = readAnswer(completion, { shape: TreeShape });
        if ("unusable" in answer) return;
        const { data } = answer;
        expect(Array.isArray(data.branches)).toBe(true);
        expect(data.confidence ?? 0.5).toBeGreaterThanOrEqual(0);
        expect(data.confidence ?? 0.5).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  test("any object survives prose around it, and any cut of it is still read", () => {
    const answer = fc.record({
      thought: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(answer, fc.stringMatching(/^[a-zA-Z .,!?\n]*$/), (given, prose) => {
        const { data } = readAs(`${prose}${JSON.stringify(given)}${prose}`, LinearShape);
        expect(data).toMatchObject({
          thought: given.thought.trim(),
          confidence: Math.abs(given.confidence),
        });
      }),
    );
  });

  test.each([
    ["prose", "word ".repeat(1_000_000)],
    ["opening braces", "{".repeat(5_000_000)],
    ["objects that never close", '{"thought": '.repeat(400_000)],
    ["closing think tags", `${"</think>".repeat(600_000)}${"x".repeat(2_000_000)}`],
    ["opening think tags", `${"x".repeat(2_000_000)}${"<think>".repeat(600_000)}`],
    ["one big object", `{"thought": "${"x".repeat(5_000_000)}", "confidence": 0.9}`],
    ["one big object that was cut", `{"confidence": 0.9, "thought": "${"x".repeat(5_000_000)}`],
  ])("5 MB of %s are read", (_what, completion) => {
    expect(readAs(completion, LinearShape).data.thought?.length).toBeGreaterThan(1_000_000);
  });

  test("looks into a bounded number of places", () => {
    expect(findJsonObjects('{"a'.repeat(1_000)).length).toBeLessThanOrEqual(50);
  });
});
