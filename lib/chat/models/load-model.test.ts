import { expect, test } from "vitest";
import { defaultModelSettings, type ModelChoice } from "../model-settings.ts";
import { loadModel } from "./load-model.ts";

const choices: [ModelChoice, string][] = [
  [{ kind: "demo" }, "Demo model (scripted, not an AI)"],
  [{ kind: "server", model: "claude-haiku-4-5" }, "claude-haiku-4-5"],
  [{ kind: "anthropic", model: "claude-haiku-4-5" }, "claude-haiku-4-5"],
  [{ kind: "openai-compatible", baseUrl: "http://localhost:11434/v1/", model: "llama" }, "llama"],
];

test.each(choices)("$kind loads, and is labelled", async (choice, label) => {
  const loaded = await loadModel({ choice, anthropicKey: "key", openaiKey: "" });
  expect(loaded.model.specificationVersion).toBe("v4");
  expect(loaded.label).toMatchObject({ label, scripted: choice.kind === "demo" });
});

test("a key that is missing is named before anything is sent", async () => {
  const choice: ModelChoice = { kind: "anthropic", model: "claude-haiku-4-5" };
  await expect(loadModel({ ...defaultModelSettings, choice })).rejects.toMatchObject({
    failure: { code: "model-key-missing", provider: "Anthropic" },
  });
});
