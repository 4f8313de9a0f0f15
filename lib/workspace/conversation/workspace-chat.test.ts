import { describe, expect, it } from "vitest";
import type { ChatMessage } from "#lib/chat/message.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const skillText = "---\nname: greet\ndescription: Says hello to people\n---\n\nSay hello to $ARGUMENTS.\n";
const page = createPageFixture();

/** Sends a line without waiting for the end of the answer; resolves to the sent message. */
async function send(workspace: Workspace, line: string): Promise<ChatMessage> {
  const before = messagesOf(workspace).length;
  const sent = workspace.actions.submit(line);
  await until(workspace, ({ conversation }) => conversation.messages.length > before);
  workspace.actions.stop();
  await sent;
  const message = messagesOf(workspace)[before];
  if (!message) throw new Error("Nothing was sent.");
  return message;
}

const messagesOf = (workspace: Workspace) => workspace.store.getState().conversation.messages;
const greeting = (workspace: Workspace) =>
  workspace.store.getState().view.discovery.skills.find(({ name }) => name.endsWith("greet"))?.location ?? "";

function textOf({ parts }: ChatMessage): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function callsIn(workspace: Workspace) {
  return messagesOf(workspace).flatMap(({ parts }) => parts.flatMap((part) => toolCallOf(part) ?? []));
}

describe("a line that was sent", () => {
  it("counts as being answered at once, and goes back into the box when it is stopped before a turn has begun", async () => {
    const workspace = await page.openSkill(skillText, "keen");
    const state = () => workspace.store.getState();
    workspace.actions.setMessageText("say hello to people");
    const sent = workspace.actions.submit("say hello to people");
    expect(state().conversation.status.kind).toBe("waiting");
    expect(state().messageText).toBe("");
    workspace.actions.stop();
    await sent;
    expect(state().conversation).toMatchObject({ messages: [], status: { kind: "ready" } });
    expect(state().messageText).toBe("say hello to people");

    await workspace.actions.submit("say hello to people");
    expect(state().conversation.status.kind).toBe("ready");
    expect(messagesOf(workspace)).toHaveLength(2);
  });
});

describe("a harness with a reminder", () => {
  it("sends it with the first message, and again only when the catalog has changed", async () => {
    const workspace = await page.openSkill(skillText, "gencode");
    const { actions } = workspace;
    await actions.setSkillState(greeting(workspace), "active");
    const first = await send(workspace, "say hello to people");
    const [typed, reminder] = textOf(first).split("\n\n<system-reminder>\n");
    expect(typed).toBe("say hello to people");
    expect(reminder).toContain("- greet: Says hello to people");
    expect(reminder?.endsWith("\n</system-reminder>")).toBe(true);
    expect(first.metadata).toMatchObject({ typed: "say hello to people", reminder: { skills: 1, at: 19 } });
    expect(textOf(await send(workspace, "and again"))).toBe("and again");

    await actions.setSkillState(greeting(workspace), "off");
    expect(textOf(await send(workspace, "nothing to tell"))).toBe("nothing to tell");
  });

  it("sends it before the message where the harness does, as its conformance cases have it", async () => {
    const workspace = await page.openSkill(skillText, "claude-code");
    const sent = textOf(await send(workspace, "say hello to people"));
    expect(sent).toMatch(
      /^The following skills are available[^<]*\n- greet: Says hello to people\n[^<]*\nsay hello to people$/,
    );
  });

  it("knows after a reload what the conversation was told", async () => {
    const workspace = await page.openSkill(skillText, "gencode");
    await workspace.actions.setSkillState(greeting(workspace), "active");
    await send(workspace, "hello");
    await until(workspace, ({ storage }) => storage.kind === "saved");
    await workspace.close();
    const again = page.open();
    await until(again, ({ phase }) => phase.kind === "ready");
    expect(textOf(await send(again, "hello again"))).toBe("hello again");
  });

  it("sends it with a slash invocation too, which shows as the harness shows it", async () => {
    const workspace = await page.openSkill(skillText, "gencode");
    await workspace.actions.setSkillState(greeting(workspace), "active");
    const message = await send(workspace, "  /GREET  Ann $1 ");
    expect(message.metadata?.typed).toBe("/greet Ann $1");
    expect(textOf(message)).toMatch(
      /^<skill-invocation name="greet">\nSay hello to \$ARGUMENTS\.\n<\/skill-invocation>\n\n\/greet Ann \$1\n\n<system-reminder>/,
    );
  });

  it("has the demo model call its tool by the name in the reminder", async () => {
    const workspace = await page.openSkill(skillText, "gencode");
    await workspace.actions.setSkillState(greeting(workspace), "active");
    await workspace.actions.submit("say hello to people");
    expect(callsIn(workspace)).toMatchObject([
      {
        tool: "Skill",
        input: { skill: "greet" },
        state: "done",
        shows: { call: "⚡Skill(greet)", result: "Loaded: greet" },
        output: { skill: { location: greeting(workspace) } },
      },
    ]);
    expect(messagesOf(workspace).at(-1)).toSatisfy((message: ChatMessage) => textOf(message).includes("**greet**"));
  });
});

describe("a harness whose tool tells of its skills", () => {
  it("hands a skill out once in a conversation, and the demo model keeps to that", async () => {
    const workspace = await page.openSkill(skillText, "kodelet");
    await workspace.actions.submit("say hello to people");
    await workspace.actions.submit("say hello again");
    expect(callsIn(workspace)).toMatchObject([{ tool: "skill", input: { skill_name: "greet" }, state: "done" }]);
    const answer = textOf(messagesOf(workspace).at(-1) as ChatMessage);
    expect(answer).toContain("I go on with the skill **greet**");
    expect(answer).toContain("> Say hello to $ARGUMENTS.");
  });
});

describe("a harness that sends instructions at once", () => {
  it("offers no tool for them, and the demo model needs none", async () => {
    const workspace = await page.openSkill(skillText, "ak-coder");
    await workspace.actions.submit("say hello to people");
    expect(callsIn(workspace)).toEqual([]);
    expect(textOf(messagesOf(workspace).at(-1) as ChatMessage)).toContain("> Say hello to $ARGUMENTS.");
  });

  it("begins a new conversation by its command, and prints what it prints", async () => {
    const workspace = await page.openSkill(skillText, "ak-coder");
    await send(workspace, "say hello to people");
    await workspace.actions.submit("/new");
    expect(messagesOf(workspace).map(({ parts }) => parts)).toEqual([
      [{ type: "data-command", data: { line: "/new", output: "New conversation started." } }],
    ]);
  });

  it("does not send what it does not know", async () => {
    const workspace = await page.openSkill(skillText, "ak-coder");
    await workspace.actions.submit("/nothing here");
    expect(JSON.stringify(messagesOf(workspace))).toContain("Unknown command: /nothing. Type /help.");
  });
});

describe("a harness whose skills wait for files", () => {
  const nested = "/workspace/apps/web/.claude/skills/paint/SKILL.md";
  const files = [
    [nested, "---\ndescription: Paints pages\n---\nPaint.\n"],
    ["/workspace/.claude/skills/notes/SKILL.md", '---\ndescription: Keeps notes\npaths: "**/notes.md"\n---\nNote.\n'],
    ["/workspace/apps/web/notes.md", "Ann, Bob\n"],
    ["/mnt/shared/.claude/skills/lint/SKILL.md", "---\ndescription: Lints\n---\nLint.\n"],
  ] as const;
  const told = ({ view }: WorkspaceState) => view.catalog.rows.map(({ skill }) => skill);

  async function openWithFiles(): Promise<Workspace> {
    const workspace = await page.openSkill(skillText, "claude-code");
    const writes = files.map(([path, text]) => ({ path, text }));
    await workspace.actions.applyFix({ label: "Add files", writes, moves: [] });
    await workspace.actions.reloadSkills();
    return workspace;
  }

  it("tells of them once the model has read such a file, for as long as the conversation lasts", async () => {
    const workspace = await openWithFiles();
    expect(told(workspace.store.getState())).toEqual(["greet"]);
    const waiting = workspace.store.getState().view.discovery.candidates.find(({ location }) => location === nested);
    expect(waiting?.outcome).toEqual({ kind: "outside", awaits: "apps/web" });

    await workspace.actions.submit("say hello to the people in apps/web/notes.md");
    expect(callsIn(workspace).map(({ tool }) => tool)).toContain("read_file");
    await until(workspace, (state) => told(state).join() === "greet,notes,paint");

    await until(workspace, ({ storage }) => storage.kind === "saved");
    await workspace.close();
    const again = page.open();
    await until(again, (state) => told(state).join() === "greet,notes,paint");

    await again.actions.newConversation();
    expect(told(again.store.getState())).toEqual(["greet"]);
  });

  it("looks in a folder that its command adds, and in no other harness", async () => {
    const workspace = await openWithFiles();
    await workspace.actions.submit("/add-dir /mnt/shared");
    expect(told(workspace.store.getState())).toEqual(["greet", "lint"]);
    await workspace.actions.chooseProfile("keen");
    expect(workspace.store.getState().view.place).toEqual({ cwd: "/workspace", home: "/home/user" });
    await workspace.actions.chooseProfile("claude-code");
    expect(told(workspace.store.getState())).toEqual(["greet", "lint"]);
  });
});
