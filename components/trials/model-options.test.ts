import { expect, test } from "vitest";
import { distinctChoices } from "./model-options.ts";

test("a model that is named twice is run once", () => {
  const [chosen, same] = [
    { source: "openai", model: "gpt-5" },
    { source: "openai", model: "gpt-5" },
  ];
  const others = [
    { source: "openai", model: "gpt-5-mini" },
    { source: "compatible", model: "gpt-5", baseUrl: "https://a.example/v1" },
    { source: "compatible", model: "gpt-5", baseUrl: "https://b.example/v1" },
  ];
  expect(distinctChoices([chosen, ...others, same])).toEqual([chosen, ...others]);
});
