import { expect, test } from "vitest";
import { defaultModelSettings, demoChoice, type ModelChoice } from "../model-settings.ts";
import { loadModel } from "./load-model.ts";

const keys = Object.fromEntries(
  ["api.anthropic.com", "api.openai.com", "generativelanguage.googleapis.com", "openrouter.ai", "api.mistral.ai"].map(
    (host) => [`https://${host}`, "key"],
  ),
);

const choices: [ModelChoice, string, string][] = [
  [demoChoice, "Demo model (scripted, not an AI)", "Demo"],
  [{ source: "server", model: "claude-haiku-4-5" }, "claude-haiku-4-5", "this server"],
  [{ source: "anthropic", model: "claude-haiku-4-5" }, "claude-haiku-4-5", "api.anthropic.com"],
  [{ source: "openai", model: "gpt-5-mini" }, "gpt-5-mini", "api.openai.com"],
  [{ source: "google", model: "gemini-3" }, "gemini-3", "generativelanguage.googleapis.com"],
  [{ source: "openrouter", model: "qwen/qwen3" }, "qwen/qwen3", "openrouter.ai"],
  [{ source: "mistral", model: "mistral-x" }, "mistral-x", "api.mistral.ai"],
  [{ source: "compatible", baseUrl: "https://llm.example/v1/", model: "llama" }, "llama", "llm.example"],
  [{ source: "local", baseUrl: "http://localhost:11434/v1/", model: "llama" }, "llama", "localhost:11434"],
];

test.each(choices)("$source loads, and is labelled by the host that answers", async (choice, label, provider) => {
  const loaded = await loadModel({ choice, keys });
  expect(loaded.model.specificationVersion).toBe("v4");
  expect(loaded.label).toMatchObject({ label, provider, scripted: choice.source === "demo" });
});

test.each<[ModelChoice, string]>([
  [{ source: "openai", model: "gpt-5-mini" }, "api.openai.com"],
  [{ source: "compatible", baseUrl: "https://llm.example/v1/", model: "llama" }, "llm.example"],
])("a key that is remembered and locked is said to be so (%o)", async (choice, provider) => {
  await expect(loadModel({ choice, keys: {}, locked: [`https://${provider}`] })).rejects.toMatchObject({
    failure: { code: "model-key-missing", provider, isLocked: true },
  });
});

test("a key that is missing is named before anything is sent", async () => {
  const choice: ModelChoice = { source: "anthropic", model: "claude-haiku-4-5" };
  await expect(loadModel({ ...defaultModelSettings, choice })).rejects.toMatchObject({
    failure: { code: "model-key-missing", provider: "api.anthropic.com" },
  });
});
