import { describe, expect, it } from "vitest";
import { connectFailure, connectOrigins } from "#lib/chat/model-choice.ts";
import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import {
  formOf,
  hostOfOtherKey,
  keyIn,
  type ModelForm,
  readForm as readFormOf,
  usualWindow,
  withKey,
  withPart,
} from "./model-form.ts";

const anyHost = "https://api.example";

const openai: ModelForm = {
  ...formOf(defaultModelSettings),
  source: "compatible",
  models: { compatible: "some-model" },
  baseUrl: `${anyHost}/v1`,
  keys: { [anyHost]: "sk-1" },
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
    expect(usualWindow({ ...openai, models: { compatible: "gpt-5-mini" } })).toBe(400_000);
    expect(usualWindow(formOf(defaultModelSettings))).toBe(200_000);
  });

  it("trims what was pasted", () => {
    const read = readForm({ ...openai, baseUrl: ` ${anyHost}/v1// `, keys: { [anyHost]: " sk-1\n" } });
    expect(read).toEqual({
      settings: {
        choice: { source: "compatible", baseUrl: `${anyHost}/v1`, model: "some-model" },
        keys: { [anyHost]: "sk-1" },
      },
    });
  });

  it("wants a key, but not for a server on this machine", () => {
    expect(readForm({ ...openai, keys: {} })).toHaveProperty("problems.key");
    for (const baseUrl of ["http://localhost:11434/v1", "http://127.0.0.1:1234/v1", "http://[::1]:1234/v1"])
      expect(readForm({ ...openai, keys: {}, baseUrl })).toHaveProperty("settings");
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
    const read = readFormOf(
      { ...openai, baseUrl: " https://llm.example/v1 ", keys: { "https://llm.example": "k" } },
      (url) => connectFailure(url, "https://lab.example", ["https://llm.school.example"]),
    );
    expect(read).toEqual({
      problems: {
        baseUrl:
          `This page can send requests only to ${connectOrigins.map((origin) => origin.replace("https://", "")).join(", ")}, ` +
          "and llm.school.example, not to llm.example. Whoever runs it can allow more with SKILLGROUND_CONNECT.",
      },
    });
  });

  it("refuses a key that a header could not carry", () => {
    expect(readForm({ ...openai, keys: { [anyHost]: "sk-“1”" } })).toHaveProperty("problems.key");
  });

  it("keeps the keys of sources that are not chosen", () => {
    const keys = { [anyHost]: "sk-1", "https://api.anthropic.com": "sk-ant" };
    expect(readForm({ ...openai, source: "demo", keys })).toEqual({ settings: { ...defaultModelSettings, keys } });
  });

  it("takes a source's usual model until another is named, and asks for a key of its host", () => {
    const form: ModelForm = { ...formOf(defaultModelSettings), source: "anthropic" };
    expect(readForm(form)).toEqual({ problems: { key: "This provider needs a key." } });
    expect(readForm({ ...form, ...withKey(form, "sk-ant") })).toMatchObject({
      settings: {
        choice: { source: "anthropic", model: "claude-sonnet-4-5" },
        keys: { "https://api.anthropic.com": "sk-ant" },
      },
    });
  });
});

describe("a key", () => {
  it("goes to the origin that it was typed for, and not along when the address is changed", () => {
    const elsewhere: ModelForm = { ...openai, baseUrl: "https://other.example/v1" };
    expect(keyIn(openai)).toBe("sk-1");
    expect(keyIn(elsewhere)).toBe("");
    expect(hostOfOtherKey(elsewhere)).toBe("api.example");
    expect(readForm(elsewhere)).toHaveProperty("problems.key");
    const typed = { ...elsewhere, ...withKey(elsewhere, "sk-2") };
    expect([keyIn(typed), keyIn({ ...typed, baseUrl: `${anyHost}/v2` })]).toEqual(["sk-2", "sk-1"]);
    for (const baseUrl of [
      "https://api.example:8443/v1",
      "http://api.example/v1",
      "https://api.example.evil.example/v1",
      "x",
    ])
      expect(keyIn({ ...openai, baseUrl })).toBe("");
  });
});

it("a part that comes late leaves the other models and keys as they are by then", () => {
  const typed: ModelForm = { ...formOf(defaultModelSettings), models: { openai: "mine" }, keys: { "https://a": "k" } };
  const after = withPart(typed, { models: { local: "found" }, keys: { "https://b": "l" }, window: "1,000" });
  expect(after).toMatchObject({
    models: { openai: "mine", local: "found" },
    keys: { "https://a": "k", "https://b": "l" },
  });
});
