import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { simulateReadableStream } from "ai";
import { describe, expect, it } from "vitest";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { createDemoModel } from "./demo/demo-model.ts";
import { firstPicker, type PickerOptions, skillsInRequest } from "./first-pick.ts";
import { skillFile, testHost } from "./host-fixture.ts";
import { modelLabel } from "./model-choice.ts";
import { demoChoice } from "./model-settings.ts";
import type { LoadedModel } from "./models/load-model.ts";
import { draftRequest, takeDown } from "./request.ts";
import type { ChatHost } from "./session.ts";

const skills = [
  { name: "pdf-forms", location: skillFile, directory: "/workspace/.agents/skills/pdf-forms" },
  {
    name: "changelog",
    location: "/workspace/.agents/skills/changelog/SKILL.md",
    directory: "/workspace/.agents/skills/changelog",
  },
] as unknown as readonly Skill[];

const usage = {
  inputTokens: { total: 900, noCache: 900, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 30, text: 30, reasoning: undefined },
};
const finish: LanguageModelV4StreamPart = { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage };

function called(toolName: string, input: object): LanguageModelV4StreamPart {
  return { type: "tool-call", toolCallId: "1", toolName, input: JSON.stringify(input) };
}

function said(delta: string): LanguageModelV4StreamPart {
  return { type: "text-delta", id: "1", delta };
}

/** A model that answers with these parts, and the calls that it got. */
function modelOf(...chunks: readonly LanguageModelV4StreamPart[]) {
  const calls: LanguageModelV4CallOptions[] = [];
  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: "test",
    modelId: "test",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("asked for no stream")),
    doStream: async (options) => {
      calls.push(options);
      return { stream: simulateReadableStream({ chunks: [...chunks] }) };
    },
  };
  const label = { ...modelLabel(demoChoice), provider: "Test", scripted: false };
  return { loaded: { model, label } satisfies LoadedModel, calls };
}

interface Asked extends Partial<PickerOptions> {
  readonly request?: string;
  readonly signal?: AbortSignal;
}

function pick(loaded: LoadedModel, { request = "fill in a form", signal, ...changes }: Asked = {}) {
  const picker = firstPicker({ host: testHost(), loaded, skills, ...changes });
  return picker(request, signal ?? new AbortController().signal);
}

describe("what a model does first", () => {
  it.each([
    ["reads a SKILL.md: that skill", called("read_file", { path: skillFile }), "pdf-forms"],
    ["reads a file beside it: that skill", called("read_file", { path: ".agents/skills/changelog/x.md" }), "changelog"],
    [
      "looks into its folder: that skill",
      called("list_files", { path: "~/../../workspace/.agents/skills/changelog" }),
      "changelog",
    ],
  ])("%s", async (_, call, skill) => {
    expect(await pick(modelOf(call, finish).loaded)).toEqual({ pick: { kind: "skill", skill }, tokens: 930 });
  });

  it("calls another tool, or none", async () => {
    const grep = modelOf(
      said("Let me look."),
      called("grep", { pattern: "form" }),
      called("read_file", { path: skillFile }),
      finish,
    );
    expect((await pick(grep.loaded)).pick).toEqual({ kind: "tool", tool: "grep" });
    expect((await pick(modelOf(said("Here you are."), finish).loaded)).pick).toEqual({ kind: "answer" });
  });

  it("asks the harness's own tool for a skill, if there is one of that name", async () => {
    const skillTool = () => ({
      name: "Skill",
      description: "",
      schema: {},
      call: (input: unknown) =>
        JSON.stringify(input).includes("changelog")
          ? { text: "", skill: { name: "changelog", location: "" } }
          : { text: "", refused: true as const },
    });
    const host = testHost({ skillTool });
    const known = await pick(modelOf(called("Skill", { skill: "changelog" }), finish).loaded, { host });
    expect(known.pick).toEqual({ kind: "skill", skill: "changelog" });
    const invented = await pick(modelOf(called("Skill", { skill: "invented" }), finish).loaded, { host });
    expect(invented.pick).toEqual({ kind: "tool", tool: "Skill" });
  });

  it("is asked with what the chat sends, under the harness's names for its tools", async () => {
    const { loaded, calls } = modelOf(finish);
    const remind = ({ text }: { readonly text: string }) => ({ text: `[catalog] ${text}` }) as never;
    const readTools = () => ({ read: "View", list: "Ls", search: "Find" }) as never;
    const host = testHost({ remind, readTools });
    await pick(loaded, { host });
    const text = "[catalog] fill in a form";
    const chat = await takeDown(host, [{ id: "1", role: "user", parts: [{ type: "text", text }] }]);
    expect(calls[0]?.prompt).toEqual(chat.prompt);
    expect(JSON.stringify(calls[0]?.tools)).toBe(JSON.stringify(chat.tools));
    expect(calls[0]?.prompt.at(-1)).toMatchObject({ content: [{ text: "[catalog] fill in a form" }] });
    expect(calls[0]?.tools?.map((tool) => "name" in tool && tool.name)).toEqual(["View", "Ls", "Find"]);
  });

  it("is asked for each request with its own words, and with the harness as it was at first", async () => {
    const { loaded, calls } = modelOf(finish);
    let asked = 0;
    const instructions = () => ({ system: `Catalog, looked at ${++asked} times` });
    const picker = firstPicker({ host: testHost({ instructions }), loaded, skills });
    for (const request of ["one", "two"]) await picker(request, new AbortController().signal);
    expect(calls.map(({ prompt }) => prompt.map(({ content }) => content))).toEqual([
      ["Catalog, looked at 1 times", [{ type: "text", text: "one" }]],
      ["Catalog, looked at 1 times", [{ type: "text", text: "two" }]],
    ]);
  });

  it("is not waited for through a long answer", async () => {
    const long = modelOf(
      ...Array.from({ length: 50 }, () => said("x".repeat(100))),
      called("read_file", { path: skillFile }),
    );
    expect((await pick(long.loaded)).pick).toEqual({ kind: "answer" });
  });

  it("is a failure where the stream tells one, and the abort where it is stopped", async () => {
    const broken = modelOf({ type: "error", error: new Error("overloaded") });
    await expect(pick(broken.loaded)).rejects.toMatchObject({ failure: { code: "model-busy", provider: "Test" } });
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(pick(modelOf(finish).loaded, { signal: stopped })).rejects.toThrow("stopped");
  });

  it("is told by the demo model as well", async () => {
    const loaded = { model: createDemoModel({ delay: 0 }), label: modelLabel(demoChoice) };
    expect((await pick(loaded, { request: "fill in this PDF form" })).pick).toEqual({
      kind: "skill",
      skill: "pdf-forms",
    });
    expect((await pick(loaded, { request: "thanks!" })).pick).toEqual({ kind: "answer" });
  });
});

describe("a request", () => {
  it("has no skill's instructions in it, unless the harness puts them there", async () => {
    const inside = async (host: ChatHost) => skillsInRequest(await draftRequest(host, []), host.files(), skills);
    expect(await inside(testHost())).toEqual([]);
    const text =
      "Catalog\n\n# PDF forms\n\nFills the fields of a form.\n\n1. Read [the field guide](references/fields.md).\n2. Run `scripts/fill.py`.\n3. Look at `references/gone.md`.";
    expect(await inside(testHost({ instructions: () => ({ system: text }) }))).toEqual(["pdf-forms"]);
  });
});
