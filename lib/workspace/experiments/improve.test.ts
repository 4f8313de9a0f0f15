import { expect, it } from "vitest";
import { holdOut } from "#lib/evals/improve/hold-out.ts";
import { readLines } from "#lib/evals/requests.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";

const skillText = "---\nname: greet\ndescription: Old words.\nlicense: MIT\n---\n\nSay hello to whoever comes in.\n";
const page = createPageFixture();
const isReady = ({ phase }: WorkspaceState) => phase.kind === "ready";
const text = `${Array.from({ length: 5 }, (_, at) => `say hello ${at}`).join("\n")}\nthanks! -> none\nbye -> none`;

it("a model rewrites a description over the wire from what it misses, and the workspace keeps its own until it is told", async () => {
  const workspace = page.openText(skillText);
  await until(workspace, isReady);
  const { actions, store } = workspace;
  const provider = await startOpenAiServer({
    key: "a-key",
    script: ({ said, system, tools }) => {
      if (tools.length === 0) return { text: "Here: <description>Says hello: a greeting.</description>" };
      const isTold = `${system}\n${said}`.includes("- greet: Says hello");
      return isTold && /say hello \d/.test(said)
        ? { calls: [{ name: "Skill", input: { skill: "greet" } }] }
        : { text: "Welcome." };
    },
  });
  try {
    const { models, view } = store.getState();
    const location = view.discovery.skills.find(({ name }) => name === "greet")?.location ?? "";
    const choice = { source: "compatible", model: "test", baseUrl: provider.url } as const;
    await actions.setModels({ ...models, choice, keys: { [new URL(provider.url).origin]: "a-key" } });
    const parts = holdOut(readLines(text, "greet"), "greet") ?? { train: [], test: [] };
    const request = {
      location,
      parts,
      conditions: { profileId: "claude-code", choice },
      rounds: 5,
      runs: 1,
      parallel: 4,
      mostTokens: 100_000,
      threshold: 0.5,
      signal: new AbortController().signal,
    };
    const improved = await actions.improveDescription(request);
    expect(improved).toMatchObject({ best: 1, ended: "nothing-missed", tokens: (7 + 7 + 1) * 120 });
    expect(improved.attempts.map(({ description, test }) => [description, test.passed, test.judged])).toEqual([
      ["Old words.", 1, 3],
      ["Says hello: a greeting.", 3, 3],
    ]);
    const asked = provider.requests.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes("<attempt"));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("Say hello to whoever comes in.");
    for (const { text: held } of parts.test) expect(asked[0]).not.toContain(held);

    const { files } = store.getState();
    expect(new TextDecoder().decode(files.read(location) as Uint8Array)).toBe(skillText);
    await actions.describeSkill(location, "Says hello: a greeting.");
    const written = new TextDecoder().decode(store.getState().files.read(location) as Uint8Array);
    expect(written).toBe(skillText.replace("Old words.", '"Says hello: a greeting."'));
    expect(await actions.improveDescription({ ...request, mostTokens: 200 })).toMatchObject({
      attempts: [],
      ended: "budget",
    });
  } finally {
    await provider.stop();
  }
});

it("two answers go to the chosen model in both orders, with nothing else", async () => {
  const workspace = page.openText(skillText);
  await until(workspace, isReady);
  const { actions, store } = workspace;
  const provider = await startOpenAiServer({
    script: ({ said }) => ({
      text: `Warmer. <better>${said.indexOf("Hello!") < said.indexOf("Answer B:") ? "A" : "B"}</better>`,
    }),
  });
  try {
    const { models } = store.getState();
    const choice = { source: "compatible", model: "test", baseUrl: provider.url } as const;
    await actions.setModels({ ...models, choice, keys: { [new URL(provider.url).origin]: "test-openai-key" } });
    const compared = { request: "hi", expectations: [], answers: ["No.", "Hello!"] } as const;
    const signal = new AbortController().signal;
    expect(await actions.judgeAnswers(compared, signal)).toEqual({ kind: "second", reason: "Warmer." });
    const sent = provider.requests.map(({ body }) => JSON.stringify(body));
    expect(sent).toHaveLength(2);
    expect(sent.every((body) => !body.includes("Old words"))).toBe(true);
    await actions.setModels({ ...models, choice, keys: { [new URL(provider.url).origin]: "wrong" } });
    expect(await actions.judgeAnswers(compared, signal)).toEqual({ kind: "failed" });
  } finally {
    await provider.stop();
  }
});
