import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { failureText } from "#lib/failure-text.ts";
import { readText } from "#lib/vfs/files.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import { startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { commitFiles, createRepository } from "#test/servers/git-repository.ts";
import { ThreadlessWorker } from "#test/servers/threadless-worker.ts";

let server: TestServer;
let repository: string;
const skill = "---\nname: deploy\ndescription: Deploys.\n---\n";

function lessonText(...more: readonly string[]) {
  const block = (language: string, yaml: string) => `\`\`\`${language}\n${yaml}\n\`\`\``;
  return [
    "---\ntitle: First\nprofile: codex\nprompt: Hello there\n---",
    "## One",
    block("action", "prompt: Please deploy"),
    block("action", "{ command: /skills reload, say: Something harmless }"),
    block("check", "file_exists: done.txt"),
    ...more,
  ].join("\n\n");
}

const files = {
  "workshop.yaml": "version: 1\ntitle: Deploying\n",
  "src/a.txt": "a\n",
  "lessons/01-first/lesson.md": lessonText(),
  "lessons/01-first/seed/.agents/skills/deploy/SKILL.md": skill,
  "lessons/01-first/solution/done.txt": "done\n",
  "lessons/02-second/lesson.md": "## Two\n",
};

beforeAll(async () => {
  server = await startTestServer();
  repository = createRepository(server.root, "acme/workshop", files);
});
afterAll(() => server.stop());

const page = createPageFixture();
beforeEach(() => vi.stubGlobal("Worker", ThreadlessWorker));

function address(lesson: string): string {
  return `/w/git/${encodeURIComponent(`${server.git.url}/acme/workshop`)}${lesson && `/${lesson}`}`;
}

async function openFirst(): Promise<Workspace> {
  const workspace = page.open({ path: address("01-first") });
  await until(workspace, ({ phase }) => phase.kind === "offered" || phase.kind === "ready");
  if (workspace.store.getState().phase.kind === "offered") await workspace.actions.acceptOffer();
  await until(workspace, ({ lesson }) => lesson !== undefined);
  return workspace;
}

describe("a workshop from a link", () => {
  test("shows all that its buttons may do before anything of it is mounted, by what they do", async () => {
    const workspace = page.open({ path: address("01-first") });
    const { phase, mounts } = await until(workspace, (state) => state.phase.kind === "offered");
    expect(mounts).toEqual([]);
    expect(phase.kind === "offered" && phase.offer.words).toEqual({
      workshop: "Deploying",
      lessons: [
        {
          title: "First",
          prompt: "Hello there",
          actions: [
            { label: "Type “Please deploy”", text: "Please deploy" },
            // Not by the name that its author gave it.
            { label: "Run `/skills reload`" },
          ],
        },
        { title: "Two", actions: [] },
      ],
    });
  });

  test("opens as the lesson's project under its harness, and nothing is sent", async () => {
    const workspace = await openFirst();
    const { files, mounts, profileId, messageText, conversation, title } = workspace.store.getState();
    expect(title).toBe("First · Deploying");
    expect(mounts).toMatchObject([{ as: "project", at: "/workspace", source: { lesson: "01-first" } }]);
    expect(readText(files, "/workspace/src/a.txt")).toBe("a\n");
    expect(readText(files, "/workspace/.agents/skills/deploy/SKILL.md")).toBe(skill);
    for (const path of ["lessons", "workshop.yaml", "done.txt"])
      expect(files.stat(`/workspace/${path}`)).toBeUndefined();
    expect({ profileId, messageText, messages: conversation.messages }).toEqual({
      profileId: "codex",
      messageText: "Hello there",
      messages: [],
    });
  });

  test("is agreed to once for all its lessons in this state", async () => {
    await (await openFirst()).close();
    const phases = new Set<string>();
    const second = page.open({ path: address("02-second") });
    second.store.subscribe(({ phase }) => phases.add(phase.kind));
    const { files } = await until(second, ({ lesson }) => lesson !== undefined);
    expect(phases).not.toContain("offered");
    // It has no seed of its own.
    expect(readText(files, "/workspace/src/a.txt")).toBe("a\n");
    expect(files.stat("/workspace/.agents")).toBeUndefined();
  });

  test("goes to the first lesson where none is named, and says which there are where it has no such", async () => {
    const bare = page.open({ path: address("") });
    expect((await until(bare, ({ phase }) => phase.kind === "moved")).phase).toEqual({
      kind: "moved",
      path: address("01-first"),
    });
    const wrong = page.open({ path: address("03-none") });
    const { activity } = await until(wrong, (state) => state.activity.kind === "failed");
    expect(activity).toMatchObject({ failure: { code: "lesson-missing", lessons: ["01-first", "02-second"] } });
  });

  test("whose source has moved says which, and mounts nothing", async () => {
    const moved = `${server.git.url}/acme/moved-away`;
    createRepository(server.root, "acme/orphan", {
      "workshop.yaml": `version: 1\ntitle: Orphan\nsource: ${moved}\n`,
      "lessons/01-first/lesson.md": lessonText(),
    });
    const path = `/w/git/${encodeURIComponent(`${server.git.url}/acme/orphan`)}/01-first`;
    const { activity, mounts } = await until(page.open({ path }), (state) => state.activity.kind === "failed");
    expect(mounts).toEqual([]);
    expect(activity.kind === "failed" && failureText(activity.failure)).toMatch(
      /\/acme\/moved-away does not exist or is private/,
    );
  });
});

describe("a lesson at work", () => {
  test("fills the message box for a prompt, runs a command, and fills for what would go to the model", async () => {
    const { actions, store } = await openFirst();
    await actions.lessonVerb({ do: "act", action: { verb: "prompt", text: "Please deploy" } });
    expect(store.getState()).toMatchObject({ messageText: "Please deploy", conversation: { messages: [] } });
    await actions.chooseProfile("keen");
    const said = await actions.lessonVerb({ do: "act", action: { verb: "command", line: "/deploy now" } });
    expect(said).toMatch(/is in the message box/);
    expect(store.getState()).toMatchObject({ messageText: "/deploy now", conversation: { messages: [] } });
    await actions.lessonVerb({ do: "act", action: { verb: "command", line: "/skills list" } });
    expect(store.getState().conversation.messages).toHaveLength(1);
    expect(store.getState().lessonProgress?.log.events.at(-1)).toMatchObject({ kind: "command", line: "/skills list" });
  });

  test("keeps the learner's version while the solution stands in its place, and says who passed the check", async () => {
    const { actions, store } = await openFirst();
    const done = () => readText(store.getState().files, "/workspace/done.txt");
    await actions.applyFix({
      label: "x",
      moves: [],
      writes: [{ path: "/workspace/.agents/skills/deploy/SKILL.md", text: "mine" }],
    });
    await actions.lessonVerb({ do: "solve" });
    expect(done()).toBe("done\n");
    expect(store.getState().lessonProgress?.passed).toMatchObject([{ check: "one/file_exists-1", by: "solution" }]);
    await actions.lessonVerb({ do: "restore" });
    expect(done()).toBeUndefined();
    expect(readText(store.getState().files, "/workspace/.agents/skills/deploy/SKILL.md")).toBe("mine");
  });

  test("resets a step's files and checks, and takes that back", async () => {
    const { actions, store } = await openFirst();
    const done = () => readText(store.getState().files, "/workspace/done.txt");
    await actions.applyFix({ label: "x", moves: [], writes: [{ path: "/workspace/done.txt", text: "mine" }] });
    expect(store.getState().lessonProgress?.passed).toMatchObject([{ by: "learner" }]);
    await actions.lessonVerb({ do: "reset" });
    expect(done()).toBeUndefined();
    expect(store.getState()).toMatchObject({ lesson: { canUndo: true }, lessonProgress: { passed: [] } });
    await actions.lessonVerb({ do: "undo" });
    expect(done()).toBe("mine");
    expect(store.getState().lessonProgress?.passed).toHaveLength(1);
    expect(store.getState().lesson?.canUndo).toBeUndefined();

    await actions.lessonVerb({ do: "reset" });
    await actions.lessonVerb({ do: "go", step: "one" });
    expect(store.getState().lesson?.canUndo).toBeUndefined();
    // From another step it would also undo what was done since.
    await actions.lessonVerb({ do: "undo" });
    expect(done()).toBeUndefined();
  });

  test("counts what happened in a conversation once, also after a reload and where that conversation is opened again", async () => {
    const prompts = ({ store }: Workspace) =>
      store.getState().lessonProgress?.log.events.flatMap((event) => (event.kind === "prompt" ? [event.text] : []));
    const first = await openFirst();
    await first.actions.submit("Hello");
    expect(prompts(first)).toEqual(["Hello"]);
    await first.close();
    const again = await openFirst();
    await again.actions.submit("Hello again");
    const { conversationId } = again.store.getState();
    await again.actions.newConversation();
    await again.actions.submit("Hello anew");
    await again.close();
    const third = await openFirst();
    expect(third.store.getState().conversation.messages).toHaveLength(2);
    await third.actions.openConversation(conversationId);
    expect(third.store.getState().conversation.messages).toHaveLength(4);
    expect(prompts(third)).toEqual(["Hello", "Hello again", "Hello anew"]);
  });

  test("is where it was after a reload, and says what an update of its repository changed", async () => {
    const first = await openFirst();
    await first.actions.applyFix({ label: "x", moves: [], writes: [{ path: "/workspace/done.txt", text: "mine" }] });
    await first.close();
    const again = await openFirst();
    const { lessonProgress, lesson, phase } = again.store.getState();
    expect(phase.kind).toBe("ready");
    expect(lessonProgress?.passed).toMatchObject([{ check: "one/file_exists-1", by: "learner" }]);
    expect(lesson?.news).toBeUndefined();
    const newer = lessonText("Now there is more to do.", "```check\nfile_exists: more.txt\n```");
    commitFiles(repository, "main", { ...files, "lessons/01-first/lesson.md": newer });
    await again.actions.checkForUpdate(again.store.getState().mounts[0]?.id ?? "");
    await until(again, ({ activity }) => activity.kind === "update");
    await again.actions.applyUpdate({ theirs: new Set(), skills: [] });
    const updated = await until(again, ({ lesson }) => lesson?.news !== undefined);
    expect(updated.lesson?.news).toMatch(
      "This lesson was updated: 1 check new; 1 step rewritten. What you had passed stays passed.",
    );
    expect(updated.lessonProgress?.passed).toHaveLength(1);
    expect(readText(updated.files, "/workspace/done.txt")).toBe("mine");
  });
});
