import { expect, it } from "vitest";
import { readLines } from "#lib/evals/requests.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import type { Conditions } from "#lib/workspace/state/trials.ts";
import type { WorkspaceState } from "#lib/workspace/state.ts";
import type { Workspace } from "#lib/workspace/workspace.ts";

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

it("a harness that puts instructions into every request says which skills cannot be measured", async () => {
  const workspace = page.openText(skillText);
  await until(workspace, isReady);
  await workspace.actions.chooseProfile("agentskills");
  expect((await workspace.actions.lookAhead([lab(workspace)]))[0]?.unmeasurable).toEqual([]);
  await workspace.actions.chooseProfile("ak-coder");
  expect((await workspace.actions.lookAhead([lab(workspace)]))[0]?.unmeasurable).toEqual(["greet"]);
});
