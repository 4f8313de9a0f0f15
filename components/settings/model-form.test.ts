import { describe, expect, it } from "vitest";
import { connectFailure, defaultModelSettings } from "#lib/chat/model-settings.ts";
import { formOf, type ModelForm, readForm as readFormOf, usualWindow } from "./model-form.ts";

const openai: ModelForm = {
  ...formOf(defaultModelSettings),
  kind: "openai-compatible",
  openaiModel: "some-model",
  openaiKey: "sk-1",
};

function readForm(form: ModelForm) {
  return readFormOf(form, () => undefined);
}

describe("readForm", () => {
  it("asks nothing of the demo model", () => {
    expect(readForm(formOf(defaultModelSettings))).toEqual({ settings: defaultModelSettings });
  });

  it("takes a window in tokens however its digits are grouped, and leaves it to the model where it is empty", () => {
    for (const window of ["1000000", "1,000,000", "1 000 000", "1.000.000"])
      expect(readForm({ ...openai, window })).toHaveProperty("settings.window", 1_000_000);
    expect(readForm({ ...openai, window: " " })).not.toHaveProperty("settings.window");
    for (const window of ["200k", "-5", "12", "9".repeat(12)])
      expect(readForm({ ...openai, window })).toHaveProperty("problems.window");
    expect(usualWindow({ ...openai, openaiModel: "gpt-5-mini" })).toBe(400_000);
    expect(usualWindow(formOf(defaultModelSettings))).toBe(200_000);
  });

  it("trims what was pasted", () => {
    const read = readForm({ ...openai, baseUrl: " https://example.com/v1// ", openaiKey: " sk-1\n" });
    expect(read).toEqual({
      settings: {
        choice: { kind: "openai-compatible", baseUrl: "https://example.com/v1", model: "some-model" },
        anthropicKey: "",
        openaiKey: "sk-1",
      },
    });
  });

  it("wants a key, but not for a server on this machine", () => {
    expect(readForm({ ...openai, openaiKey: "" })).toHaveProperty("problems.openaiKey");
    for (const baseUrl of ["http://localhost:11434/v1", "http://127.0.0.1:1234/v1", "http://[::1]:1234/v1"])
      expect(readForm({ ...openai, openaiKey: "", baseUrl })).toHaveProperty("settings");
  });

  it("refuses to send a key over plain http or to an address with a password", () => {
    for (const baseUrl of [
      "http://example.com/v1",
      "http://localhost.example.com",
      "ftp://x",
      "api",
      "https://a:b@x.example",
    ])
      expect(readForm({ ...openai, baseUrl })).toHaveProperty("problems.baseUrl");
  });

  it("refuses an address that the page may not reach, and says which it may", () => {
    const read = readFormOf({ ...openai, baseUrl: " https://llm.example/v1 " }, (url) =>
      connectFailure(url, "https://lab.example", ["https://llm.school.example"]),
    );
    expect(read).toEqual({
      problems: {
        baseUrl:
          "This page may send requests only to api.anthropic.com, api.openai.com, openrouter.ai, " +
          "generativelanguage.googleapis.com, http://localhost:*, http://127.0.0.1:*, and llm.school.example, " +
          "so not to llm.example; whoever runs it can allow more with SKILLGROUND_CONNECT.",
      },
    });
  });

  it("refuses a key that a header could not carry", () => {
    expect(readForm({ ...openai, openaiKey: "sk-“1”" })).toHaveProperty("problems.openaiKey");
  });

  it("keeps the keys of providers that are not chosen", () => {
    const read = readForm({ ...openai, kind: "demo", anthropicKey: "sk-ant" });
    expect(read).toEqual({ settings: { choice: { kind: "demo" }, anthropicKey: "sk-ant", openaiKey: "sk-1" } });
  });
});
