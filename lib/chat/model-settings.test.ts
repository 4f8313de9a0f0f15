import { expect, test } from "vitest";
import { connectFailure, connectOrigins, modelOf, windowOf } from "./model-choice.ts";
import { demoChoice, keyFor } from "./model-settings.ts";

const own = "https://lab.example";

test.each([
  ["https://lab.example/api/chat", true],
  ["https://api.openai.com/v1", true],
  ["https://openrouter.ai/api/v1/", true],
  ["http://localhost:11434/v1", true],
  ["http://127.0.0.1:1234/v1", true],
  ["http://localhost/v1", true],
  ["https://localhost:11434/v1", false],
  ["http://api.openai.com/v1", false],
  ["https://api.openai.com:8443/v1", false],
  ["https://api.openai.com.evil.example/v1", false],
  ["https://llm.school.example/v1", false],
  ["http://[::1]:11434/v1", false],
  ["not an address", false],
])("%s: %s", (url, expected) => {
  expect(connectFailure(url, own, []) === undefined).toBe(expected);
});

const school = "https://llm.school.example";

test("origins that the operator added count", () => {
  expect(connectFailure(`${school}/v1`, own, [school])).toBeUndefined();
});

test("a failure tells every origin that works", () => {
  expect(connectFailure("https://other.example:8443/v1", own, [school])).toEqual({
    code: "model-blocked",
    provider: "other.example:8443",
    origins: [...connectOrigins, school],
  });
});

test("nothing is said while the operator's origins are not known", () => {
  expect(connectFailure(`${school}/v1`, own, undefined)).toBeUndefined();
});

test("a key is that of one origin, port and protocol included", () => {
  const keys = { "https://llm.example": "sk" };
  expect(keyFor(keys, "https://llm.example/v1/")).toBe("sk");
  for (const other of [
    "http://llm.example/v1",
    "https://llm.example:8443/v1",
    "https://llm.example.evil.example/v1",
    "https://evil.example/https://llm.example",
    "llm.example",
    "__proto__",
    undefined,
  ])
    expect(keyFor(keys, other)).toBe("");
});

test.each([
  ["claude-haiku-4-5", 200_000],
  ["claude-sonnet-5", 1_000_000],
  ["anthropic/claude-opus-4.8", 1_000_000],
  ["claude-opus-4-1", 200_000],
  ["claude-opus-4-1[1m]", 1_000_000],
  ["gpt-5-mini", 400_000],
  ["gpt-5-chat-latest", 128_000],
  ["openai/gpt-5.5", 1_050_000],
  ["google/gemini-3-pro", 1_048_576],
])("of %s it is known that it takes in %i tokens, unless the person says otherwise", (model, window) => {
  const choice = { source: "openrouter", model } as const;
  expect(windowOf({ choice })).toBe(window);
  expect(windowOf({ choice, window: 10_000 })).toBe(10_000);
});

test("of another model and of the demo nothing is known unless the person says it, and the demo is no model's name", () => {
  const choice = { source: "openrouter", model: "another" };
  expect(modelOf({ choice })).toEqual({ model: "another", window: undefined });
  expect(modelOf({ choice: demoChoice, window: 5000 })).toEqual({ model: undefined, window: 5000 });
});
