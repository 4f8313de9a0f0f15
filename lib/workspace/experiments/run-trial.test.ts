import { afterEach, describe, expect, it } from "vitest";
import type { ModelChoice } from "#lib/chat/model-settings.ts";
import type { Conditions, Trial } from "#lib/state/experiments.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import { readText } from "#lib/vfs/files.ts";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import type { Script } from "#test/servers/providers/model-script.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";
import type { Workspace } from "../open-workspace.ts";
import { createPageFixture, until } from "../page-fixture.ts";

const skillText =
  "---\nname: greet\ndescription: Says hello to visitors.\n---\n\n# Greeting\n\nSay hello to whoever comes in.\n";
const page = createPageFixture();
const demo: ModelChoice = { source: "demo", model: "demo" };
const keen: Conditions = { profileId: "keen", choice: demo };
const plenty = { requests: 100, tokens: 1_000_000 };
const providers: FakeProvider[] = [];
afterEach(() => Promise.all(providers.splice(0).map((provider) => provider.stop())));

async function open(): Promise<Workspace> {
  const workspace = page.openText(skillText);
  await until(workspace, ({ phase }: WorkspaceState) => phase.kind === "ready");
  await workspace.actions.chooseProfile("keen");
  return workspace;
}

/** A model of a compatible host that answers by `script`. */
async function scripted(
  workspace: Workspace,
  script: Script,
): Promise<{ readonly provider: FakeProvider; readonly choice: ModelChoice }> {
  const provider = await startOpenAiServer({ script, key: "a-key" });
  providers.push(provider);
  const keys = { [new URL(provider.url).origin]: "a-key" };
  await workspace.actions.setModels({ ...workspace.store.getState().models, keys });
  return { provider, choice: { source: "compatible", model: "test", baseUrl: provider.url } };
}

const greeting = ({ store }: Workspace) =>
  store.getState().view.discovery.skills.find(({ name }) => name === "greet")?.location ?? "";
const unstopped = () => new AbortController().signal;

function run(workspace: Workspace, sides: readonly [Conditions, Conditions], changes: object = {}): Promise<Trial> {
  const options = { runs: 1, budget: plenty, signal: unstopped(), ...changes };
  return workspace.actions.runTrial({ text: "say hello to the visitors", attachments: [] }, sides, options);
}

describe("a request side by side", () => {
  it("leads to the skill where it is there, and to none where it is taken out, and the conversation stays empty", async () => {
    const workspace = await open();
    const { sides } = await run(workspace, [keen, { ...keen, without: greeting(workspace) }]);
    expect(sides.map(({ runs }) => runs[0]?.end.kind)).toEqual(["answered", "answered"]);
    expect(sides.map(({ runs }) => runs[0]?.steps.flatMap(({ skill }) => skill ?? []))).toEqual([["greet"], []]);
    expect(sides.map(({ without }) => without)).toEqual([undefined, "greet"]);
    const { conversation, view } = workspace.store.getState();
    expect(conversation.messages).toEqual([]);
    expect(view.discovery.skills.map(({ name }) => name)).toContain("greet");
  });

  it("runs under another harness as that harness would send it", async () => {
    const workspace = await open();
    const { provider, choice } = await scripted(workspace, () => ({ text: "Hello." }));
    const { sides } = await run(workspace, [
      { ...keen, choice },
      { profileId: "claude-code", choice },
    ]);
    expect(sides.map(({ harness }) => harness)).toEqual(["Keen Code", "Claude Code"]);
    const sent = provider.requests.map(({ body }) => JSON.stringify(body));
    expect(sent.filter((body) => body.includes("<system-reminder>"))).toHaveLength(1);
    expect(workspace.store.getState().profileId).toBe("keen");
  });

  it("sends the files that go along with it on both sides, and keeps their names", async () => {
    const workspace = await open();
    const { provider, choice } = await scripted(workspace, () => ({ text: "Hello." }));
    const notes = { name: "notes.txt", mediaType: "text/plain", bytes: 9, text: "Ann, Bob." };
    const options = { runs: 1, budget: plenty, signal: unstopped() };
    const side = { ...keen, choice };
    const request = { text: "say hello to these", attachments: [notes] };
    const { attached } = await workspace.actions.runTrial(request, [side, side], options);
    expect(attached).toEqual(["notes.txt"]);
    expect(provider.requests.map(({ body }) => JSON.stringify(body).includes("Ann, Bob."))).toEqual([true, true]);
  });

  it("shows what would be written, in each run alone, and writes nothing", async () => {
    const workspace = await open();
    const path = "/workspace/notes.md";
    const { choice } = await scripted(workspace, ({ results, tools }) => {
      const writer = tools.find((name) => /write/i.test(name)) ?? "";
      if (results.length > 1) return { text: `I read: ${results[1]}` };
      const name = results.length === 0 ? writer : (tools.find((each) => /read/i.test(each)) ?? "");
      return { calls: [{ name, input: { path, ...(results.length === 0 && { content: "Hello\n" }) } }] };
    });
    const { sides } = await run(
      workspace,
      [
        { ...keen, choice },
        { ...keen, choice },
      ],
      { runs: 2 },
    );
    for (const { runs } of sides) {
      expect(runs.map(({ end, writes }) => [end.kind, writes])).toEqual([
        ["answered", [{ path, after: "Hello\n" }]],
        ["answered", [{ path, after: "Hello\n" }]],
      ]);
      expect(runs[0]?.answer).toContain("Hello");
    }
    expect(readText(workspace.store.getState().files, path)).toBeUndefined();
  });

  it("ends within its budget, and says on which side it was spent", async () => {
    const workspace = await open();
    const { provider, choice } = await scripted(workspace, () => ({
      calls: [{ name: "list_files", input: { path: "." } }],
    }));
    const sides = [
      { ...keen, choice },
      { ...keen, choice },
    ] as const;
    const trial = await run(workspace, sides, { runs: 3, budget: { requests: 5, tokens: 1_000_000 } });
    expect(provider.requests).toHaveLength(5);
    expect(trial.sides.flatMap(({ runs }) => runs.map(({ end }) => end.kind))).toEqual(["budget", "budget"]);
  });

  it("ends when it is stopped, with what had come, and is kept with the workspace", async () => {
    const workspace = await open();
    const { choice } = await scripted(workspace, () => ({ text: "word ".repeat(400), pause: 20 }));
    const stop = new AbortController();
    const trial = await run(workspace, [{ ...keen, choice }, keen], {
      runs: 3,
      signal: stop.signal,
      onProgress: ({ sides }: Trial) => {
        if (sides[0].runs[0]?.answer.includes("word")) stop.abort();
      },
    });
    expect(trial.sides[0].runs.map(({ end, answer }) => [end.kind, answer.startsWith("word")])).toEqual([
      ["stopped", true],
    ]);
    await workspace.close();
    const again = page.open();
    expect((await until(again, ({ phase }) => phase.kind === "ready")).trials).toEqual([trial]);
  });

  it("says of a line that it is a command, and of a model why it failed", async () => {
    const workspace = await open();
    const { choice } = await scripted(workspace, () => ({ status: 400, message: "No such model." }));
    const failing = await run(workspace, [keen, { ...keen, choice }]);
    expect(failing.sides[1].runs[0]?.end).toMatchObject({ kind: "failed", failure: { said: "No such model." } });
    const options = { runs: 3, budget: plenty, signal: unstopped() };
    const command = await workspace.actions.runTrial({ text: "/skills list", attachments: [] }, [keen, keen], options);
    expect(command.sides.map(({ runs }) => runs.map(({ end }) => end.kind))).toEqual([["command"], ["command"]]);
    expect(workspace.store.getState().conversation.messages).toEqual([]);
  });
});
