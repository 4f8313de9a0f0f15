import { expect, it } from "vitest";
import { judge } from "#lib/evals/picks.ts";
import { readLines } from "#lib/evals/requests.ts";
import type { Conditions } from "#lib/state/experiments.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { writeZip } from "#lib/upload/write-zip.ts";
import { textEntry } from "#lib/vfs/snapshot.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";
import type { Workspace } from "../open-workspace.ts";
import { createPageFixture, until } from "../page-fixture.ts";
import { skillSets } from "./skill-sets.ts";

const skillText =
  "---\nname: greet\ndescription: Says hello to visitors.\n---\n\n# Greeting\n\nSay hello to whoever comes in.\n";
const page = createPageFixture();
const isReady = ({ phase }: WorkspaceState) => phase.kind === "ready";
const lab = ({ store }: Workspace): Conditions => ({
  profileId: store.getState().profileId,
  choice: store.getState().models.choice,
});
const text = "say hello to the visitors\nthanks! -> none";

it("what requests led to is kept with the workspace, beside the requests as they were typed", async () => {
  const workspace = page.openText(skillText);
  await until(workspace, isReady);
  const { actions } = workspace;
  await actions.keepEvals({ skill: "greet", text });
  const signal = new AbortController().signal;
  const result = await actions.runEvals([lab(workspace)], readLines(text, "greet"), {
    runs: 2,
    parallel: 4,
    mostTokens: 100_000,
    signal,
  });
  expect(result).toMatchObject({ done: 4, total: 4 });
  const { evals } = workspace.store.getState();
  expect(evals?.runs[0]?.picked.map(({ picks }) => picks.map(({ kind }) => kind))).toEqual([
    ["skill", "skill"],
    ["answer", "answer"],
  ]);
  await workspace.close();
  const reopened = page.open();
  expect((await until(reopened, isReady)).evals).toEqual(evals);
});

it("a run that is stopped keeps what came by then", async () => {
  const workspace = page.openText(skillText);
  await until(workspace, isReady);
  const stop = new AbortController();
  const requests = readLines("say hello\n".repeat(20), "greet");
  const onProgress = () => stop.abort();
  const result = await workspace.actions.runEvals([lab(workspace)], requests, {
    runs: 1,
    parallel: 4,
    mostTokens: 1e6,
    signal: stop.signal,
    onProgress,
  });
  expect(result.ended).toBe("stopped");
  expect(workspace.store.getState().evals?.runs).toHaveLength(1);
});

it("requests are put to several harnesses at once, each told of a skill as far as its rules let it", async () => {
  const description = `Says hello to visitors. ${"Much more is said of it here. ".repeat(60)}`;
  const workspace = page.openText(skillText.replace("Says hello to visitors.", description.trim()));
  await until(workspace, isReady);
  const { actions } = workspace;
  const conditions = ["keen", "kodelet", "codex"].map((profileId) => ({ ...lab(workspace), profileId }));
  const options = { runs: 1, parallel: 2, mostTokens: 100_000, signal: new AbortController().signal };
  await actions.runEvals(conditions, readLines("say hello to the visitors", "greet"), options);
  const runs = workspace.store.getState().evals?.runs ?? [];
  expect(runs.map(({ harness }) => harness)).toEqual(["Keen Code", "Kodelet", "Codex"]);
  expect(new Set(runs.map(({ at }) => at)).size).toBe(1);
  expect(runs.map(({ told: [skill] }) => skill?.name)).toEqual(["greet", "greet", "greet"]);
  expect(runs.map(({ told: [skill] }) => skill?.told !== undefined)).toEqual([false, false, true]);
  expect(workspace.store.getState().profileId).toBe(lab(workspace).profileId);
});

it("each harness is judged by its own name for a skill, whichever a request was written with", async () => {
  const plugin = '{"name": "kit", "source": "./", "strict": false, "skills": ["./skills/greet"]}';
  const zip = await writeZip([
    textEntry(".claude-plugin/marketplace.json", `{"name": "m", "owner": {"name": "o"}, "plugins": [${plugin}]}`),
    textEntry("skills/greet/SKILL.md", skillText),
  ]);
  const files = [{ path: "kit.zip", file: new File([zip], "kit.zip") }];
  const workspace = page.open({ own: true, incoming: { kind: "upload", name: "kit", files } });
  await until(workspace, isReady);
  const { actions } = workspace;
  await actions.chooseWay("as-installed");
  await actions.chooseProfile("claude-code");
  const conditions = ["claude-code", "codex"].map((profileId) => ({ ...lab(workspace), profileId }));
  const options = { runs: 1, parallel: 2, mostTokens: 100_000, signal: new AbortController().signal };
  const requests = readLines(
    "say hello to the visitors\nsay hello to the visitors -> greet\nsay hello to the visitors -> !kit:greet",
    "kit:greet",
  );
  await actions.runEvals(conditions, requests, options);
  const runs = workspace.store.getState().evals?.runs ?? [];
  expect(runs.map(({ told }) => told.map(({ name }) => name))).toEqual([["kit:greet"], ["greet"]]);
  expect(runs.map(({ picked }) => judge(picked, 0.5).rows.map(({ outcome }) => outcome.kind))).toEqual([
    ["hit", "hit", "false-alarm"],
    ["hit", "hit", "false-alarm"],
  ]);
});

it("a model is asked over the wire, so many at once, and what the provider counts is what was spent", async () => {
  const workspace = page.openText(skillText);
  await until(workspace, isReady);
  const provider = await startOpenAiServer({
    key: "a-key",
    script: ({ said }) =>
      said.endsWith("the visitors")
        ? { calls: [{ name: "Skill", input: { skill: "greet" } }] }
        : { text: "You are welcome." },
  });
  try {
    const { models } = workspace.store.getState();
    const keys = { [new URL(provider.url).origin]: "a-key" };
    await workspace.actions.setModels({ ...models, keys });
    const choice = { source: "compatible", model: "test", baseUrl: provider.url } as const;
    const conditions = [{ profileId: "claude-code", choice }];
    const options = { runs: 3, parallel: 2, mostTokens: 100_000, signal: new AbortController().signal };
    const result = await workspace.actions.runEvals(conditions, readLines(text, "greet"), options);
    expect(result).toMatchObject({ done: 6, total: 6, tokens: 6 * 120 });
    const [row, none] = judge(result.asked[0]?.picked ?? []).rows;
    expect([row?.outcome.kind, row?.counts.get("greet"), none?.outcome.kind]).toEqual(["hit", 3, "hit"]);
    const sent = provider.requests.map(({ body }) => JSON.stringify(body));
    expect(sent.every((body) => body.includes("- greet: Says hello") && !body.includes("whoever comes in"))).toBe(true);

    const locked = { ...models, keys: { [new URL(provider.url).origin]: "another-key" } };
    await workspace.actions.setModels(locked);
    const refused = await workspace.actions.runEvals(conditions, readLines(text, "greet"), { ...options, parallel: 1 });
    expect(refused).toMatchObject({ ended: "failing", done: 3 });
  } finally {
    await provider.stop();
  }
});

it("what is looked at before a run is the very request, with the description as it was edited last", async () => {
  const workspace = page.openText(skillText);
  await until(workspace, isReady);
  const { actions, store } = workspace;
  const location = store.getState().view.discovery.skills.find(({ name }) => name === "greet")?.location ?? "";
  await actions.applyFix({
    label: "Edit",
    writes: [{ path: location, text: skillText.replace("Says hello", "Waves") }],
    moves: [],
  });
  const [outlook] = await actions.lookAhead([{ ...lab(workspace), profileId: "keen" }], new AbortController().signal);
  const said = outlook?.request.map((piece) => piece.text).join("\n") ?? "";
  expect(said).toContain("greet: Waves to visitors.");
  expect(said).not.toContain("Say hello to whoever comes in");
  expect(outlook).toMatchObject({ harness: "Keen Code", unmeasurable: [] });
  const stopped = actions.lookAhead([lab(workspace)], AbortSignal.abort());
  await expect(stopped).rejects.toMatchObject({ failure: { code: "cancelled" } });
});

it("requests are written into the skill's own folder as an edit, and read from there for the skill they lie in", async () => {
  const workspace = page.openText(skillText);
  await until(workspace, isReady);
  const { actions, store } = workspace;
  const skill = () => store.getState().view.discovery.skills.find(({ name }) => name === "greet");
  const requests = readLines("say hello\nthanks! -> !greet", "greet");
  await actions.writeSkillSet("greet", requests, "evals");
  await actions.writeSkillSet("greet", requests, "triggers");
  const sets = () => {
    const found = skill();
    return found ? skillSets(store.getState().files, found) : [];
  };
  expect(sets().map((set) => [set.path.split("/").slice(-2).join("/"), set.requests])).toEqual([
    ["evals/evals.json", requests.slice(0, 1)],
    ["evals/trigger-eval.json", requests],
  ]);

  const path = sets()[0]?.path ?? "";
  const write = (text: string) => actions.applyFix({ label: "Edit", writes: [{ path, text }], moves: [] });
  await write('{"skill_name": "an older name", "evals": [{"prompt": "wave"}]}');
  expect(sets()[0]?.requests).toEqual([{ text: "wave", expects: { kind: "picks", skill: "greet" } }]);
  await write("[1, 2]");
  await expect(actions.writeSkillSet("greet", requests, "evals")).rejects.toMatchObject({
    failure: { code: "name-refused" },
  });
  expect(sets()[0]).toMatchObject({ requests: [], because: expect.stringContaining("none of the formats") });
});

it("a harness that puts instructions into every request says which skills cannot be measured", async () => {
  const workspace = page.openText(skillText);
  await until(workspace, isReady);
  await workspace.actions.chooseProfile("agentskills");
  expect((await workspace.actions.lookAhead([lab(workspace)], new AbortController().signal))[0]?.unmeasurable).toEqual(
    [],
  );
  await workspace.actions.chooseProfile("ak-coder");
  expect((await workspace.actions.lookAhead([lab(workspace)], new AbortController().signal))[0]?.unmeasurable).toEqual([
    "greet",
  ]);
});

it("requests for a skill are written by the chosen model in one call, which holds its name and description alone", async () => {
  const workspace = page.openText(skillText);
  await until(workspace, isReady);
  const provider = await startOpenAiServer({
    key: "a-key",
    script: () => ({
      text: 'Here are three:\n1. "say hi to Ann"\n- greet the new one\n\n• turn this hello -> goodbye\nfour',
    }),
  });
  try {
    const { models } = workspace.store.getState();
    const keys = { [new URL(provider.url).origin]: "a-key" };
    const choice = { source: "compatible", model: "test", baseUrl: provider.url } as const;
    await workspace.actions.setModels({ ...models, keys, choice });
    const skill = { name: "greet", description: "Says hello to visitors." };
    expect(await workspace.actions.writeRequests(skill, new AbortController().signal)).toEqual(
      ["say hi to Ann", "greet the new one", "turn this hello -> goodbye"].map((text) => ({
        text,
        expects: { kind: "picks", skill: "greet" },
      })),
    );
    expect(provider.requests).toHaveLength(1);
    const sent = JSON.stringify(provider.requests[0]?.body);
    expect(sent).toContain("Says hello to visitors.");
    expect(sent).not.toContain("Say hello to whoever comes in.");
    const stopped = AbortSignal.abort();
    await expect(workspace.actions.writeRequests(skill, stopped)).rejects.toThrow(
      expect.objectContaining({ failure: { code: "cancelled" } }),
    );
  } finally {
    await provider.stop();
  }
});
