import { afterEach, describe, expect, it } from "vitest";
import { type ToolCall, toolCallOf } from "#lib/chat/tool-call.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";
import { harnesses } from "#test/servers/repositories.ts";

interface WireRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
  }[];
}

const page = createPageFixture();
let provider: FakeProvider | undefined;
afterEach(() => provider?.stop());

/** The project with a skill for every harness, opened under one of them, with a scripted model. */
async function openUnder(profileId: string) {
  const server = await startOpenAiServer({ script: () => ({ text: "Done." }) });
  provider = server;
  const files = Object.entries(harnesses).map(([path, content]) => ({
    path: `harnesses/${path}`,
    file: new File([typeof content === "string" ? content : content.executable], path),
  }));
  const workspace = page.open({ own: true, incoming: { kind: "upload", name: "harnesses", files } });
  await until(workspace, ({ phase }) => phase.kind === "ready");
  // Mounted as the project, even where the harness that the lab opens with finds only a few of its skills.
  await workspace.actions.placeMount(workspace.store.getState().mounts[0]?.id ?? "", "project", "project");
  await workspace.actions.chooseProfile(profileId);
  await workspace.actions.setModels({
    choice: { source: "compatible", baseUrl: server.url, model: "gpt-test" },
    keys: { [new URL(server.url).origin]: "test-openai-key" },
  });
  const wireRequest = (index: number) => (server.requests[index]?.body ?? { messages: [], tools: [] }) as WireRequest;
  return {
    workspace,
    actions: workspace.actions,
    requestCount: () => server.requests.length,
    /** The contents of messages with this role in the request with this index. */
    sent(index: number, role: string): string[] {
      return wireRequest(index)
        .messages.filter((message) => message.role === role)
        .map(({ content }) => content);
    },
    tools: () => wireRequest(0).tools.map((tool) => tool.function.name),
    tool: (name: string) =>
      wireRequest(0)
        .tools.map((tool) => tool.function)
        .find((tool) => tool.name === name),
    /** Has the model call a tool; resolves when the call waits for permission or has a result. */
    async call(name: string, input: object): Promise<ToolCall | undefined> {
      server.enqueue({ calls: [{ name, input }] });
      await workspace.actions.submit("Go on");
      return calls(workspace).at(-1);
    },
  };
}

function calls({ store }: Workspace): ToolCall[] {
  return store.getState().conversation.messages.flatMap(({ parts }) => parts.flatMap((part) => toolCallOf(part) ?? []));
}

describe.each([
  {
    harness: "keen",
    ends: /\n\n## Available Skills\n\nYou have access to [\s\S]*\n- greet: Greets people by name\. → \/workspace\/\.agents\/skills\/greet\/SKILL\.md\n[\s\S]*do not call read_file on its path\.$/,
  },
  {
    harness: "keen-rfc",
    ends: /instructions within:\n\n- greet: Greets people by name\. → read \/workspace\/\.agents\/skills\/greet\/SKILL\.md$/,
  },
  {
    harness: "agentskills",
    ends: /\n\n<available_skills>\n<skill>\n<name>\ngreet\n<\/name>\n<description>\nGreets people by name\.\n<\/description>\n<location>\n\/workspace\/\.agents\/skills\/greet\/SKILL\.md\n<\/location>\n<\/skill>\n<\/available_skills>$/,
  },
])("under $harness", ({ harness, ends }) => {
  it("the catalog ends the system prompt, and there is no tool for skills", async () => {
    const { actions, sent, tools } = await openUnder(harness);
    await actions.submit("Good morning");
    expect(sent(0, "system")[0]).toMatch(ends);
    expect(tools()).toEqual(["read_file", "list_files", "grep", "write_file", "edit_file", "bash"]);
  });
});

it("Keen Code puts the arguments into what it sends", async () => {
  const { actions, sent } = await openUnder("keen");
  await actions.submit("/greet Ann and Bob");
  expect(sent(0, "user")).toEqual([
    expect.stringMatching(/^\[Activate skill: greet\]\n\n---\n[\s\S]*\n\nGreet Ann and Bob\.$/),
  ]);
});

describe("GenCode", () => {
  const folder = "/workspace/.gen/skills/commit";
  const block = [
    '<skill-invocation name="git:commit">',
    "User arguments: the parser",
    "",
    "Available scripts (use Bash to execute):",
    `  - ${folder}/scripts/check.sh`,
    "",
    "Reference files (use Read when needed):",
    `  - ${folder}/references/style.md`,
    "",
    "Read [the style](references/style.md). Commit $ARGUMENTS.",
    "</skill-invocation>",
  ].join("\n");

  it("tells of active skills in a reminder, once, after the person's own words", async () => {
    const { actions, sent, tools, tool } = await openUnder("gencode");
    await actions.submit("Good morning");
    await actions.submit("Good evening");
    const reminder = [
      "<system-reminder>",
      "Use the Skill tool to invoke these capabilities:",
      "",
      "- git:commit: Writes commit messages. <scope> [1 scripts, 1 refs]",
      "",
      'Invoke with: Skill(skill="name", args="optional args")',
      "</system-reminder>",
    ].join("\n");
    expect(sent(0, "system").join()).not.toContain("git:commit");
    expect(sent(1, "user")).toEqual([`Good morning\n\n${reminder}`, "Good evening"]);
    expect(tools()).toEqual(["Read", "list_files", "grep", "Skill", "Write", "edit_file", "Bash"]);
    expect(tool("Skill")).toMatchObject({
      description: "Execute a skill within the main conversation",
      parameters: {
        type: "object",
        properties: {
          skill: { type: "string", description: "The skill name (e.g., 'commit', 'git:pr', 'pdf')" },
          args: { type: "string", description: "Optional arguments for the skill" },
        },
        required: ["skill"],
      },
    });
  });

  it("hands a skill out by its tool, whatever the case of the name", async () => {
    const { call, sent } = await openUnder("gencode");
    expect(await call("Skill", { skill: "COMMIT", args: "the parser" })).toMatchObject({
      shows: { call: "⚡Skill(COMMIT)", result: "Loaded: git:commit [1 script, 1 ref]" },
    });
    expect(sent(1, "tool")).toEqual([block]);
  });

  it("refuses in its own words", async () => {
    const { call, sent } = await openUnder("gencode");
    await call("Skill", { skill: "nothing" });
    expect(sent(1, "tool")).toEqual(["Error: skill not found: nothing"]);
    await call("Skill", { skill: "silent" });
    expect(sent(3, "tool").at(-1)).toBe("Error: skill is disabled: silent");
  });

  it("sends a slash invocation without replacing anything in it", async () => {
    const { actions, sent, requestCount } = await openUnder("gencode");
    await actions.submit(" /git:commit  the parser ");
    const invocation = `${block.replace("User arguments: the parser\n\n", "")}\n\n/git:commit the parser`;
    expect(sent(0, "user")[0]).toContain(invocation);
    await actions.submit("/git:nothing");
    expect(requestCount()).toBe(1);
  });
});

describe("Kodelet", () => {
  it("tells of its skills in the tool, which hands each out once", async () => {
    const { call, sent, tools, tool } = await openUnder("kodelet");
    await call("skill", { skill_name: "pdf" });
    expect(sent(0, "system").join()).not.toContain("Fills PDF forms");
    expect(tools()).toEqual(["file_read", "glob_tool", "grep_tool", "skill", "file_write", "file_edit", "bash"]);
    expect(tool("skill")?.description).toMatch(
      /^When users ask you to perform tasks, [\s\S]*\n## Available Skills\n\n### pdf\n- \*\*Description\*\*: Fills PDF forms\.\n- \*\*Directory\*\*: `\.kodelet\/skills\/pdf`\n\n$/,
    );
    expect(tool("skill")?.parameters).toEqual({
      type: "object",
      properties: { skill_name: { type: "string", description: "The name of the skill to invoke" } },
      required: ["skill_name"],
      additionalProperties: false,
    });
    expect(sent(1, "tool")).toEqual([
      "<result>\n# Skill: pdf\n\nThe skill directory is located at: .kodelet/skills/pdf\n\n## Instructions\n\n\nRead [the guide](guide.md).\n\n</result>\n",
    ]);
    await call("skill", { skill_name: "pdf" });
    expect(sent(3, "tool").at(-1)).toBe(
      "<error>\nskill 'pdf' is already active\n</error>\n<result>\n(No output)\n</result>\n",
    );
  });

  it("refuses arguments in its own words", async () => {
    const { call, sent } = await openUnder("kodelet");
    await call("skill", { skill_name: 5 });
    expect(sent(1, "tool").join()).toContain(
      "invalid input: json: cannot unmarshal number into Go struct field SkillInput.skill_name of type string",
    );
  });

  it("lets nobody write into a skill, and does not ask", async () => {
    const { call, sent, tools } = await openUnder("kodelet");
    const writes = () => tools().find((name) => name.includes("write")) ?? "";
    await call("read_file", { path: "nothing" });
    await call(writes(), {
      path: ".kodelet/skills/pdf/guide.md",
      file_path: "/workspace/.kodelet/skills/pdf/guide.md",
      content: "x",
    });
    expect(sent(3, "tool").at(-1)).toContain("is not allowed: a skill's folder, which is read-only");
  });
});

describe("ak-coder", () => {
  it("sends every instruction at once, and has no tool for them", async () => {
    const { actions, sent, tools } = await openUnder("ak-coder");
    await actions.submit("Good morning");
    const entry = (name: string, description: string, body: string) =>
      `\n- Skill Name: ${name}\n  Description: ${description}\n  Instructions:\n${body}\n`;
    const section = [
      "asks for.\n\nAvailable Skills:",
      entry("greet", "Greets people by name.", "\nGreet $ARGUMENTS.\n"),
      entry("commit", "Writes commit messages.", "\nRead [the style](references/style.md). Commit $ARGUMENTS.\n"),
      entry("review", "Reviews changes.", "Review.\n"),
      entry("silent", "", "Nothing.\n"),
      entry("pdf", "Fills PDF forms.", "\nRead [the guide](guide.md).\n"),
    ].join("");
    const [system = ""] = sent(0, "system");
    expect(system.slice(-section.length)).toBe(section);
    expect(tools()).toEqual(["read_file", "list_files", "grep", "write_file", "str_replace", "patch_file", "bash"]);
  });

  it("tells the model of an edited skill from the next turn on", async () => {
    const { actions, call, sent } = await openUnder("ak-coder");
    const path = ".agents/skills/greet/SKILL.md";
    const edit = await call("str_replace", { path, old_string: "by name", new_string: "by their names" });
    await actions.approve(edit?.id ?? "", true);
    expect(sent(1, "tool")).toEqual([`Edited ${path} successfully. Skills reloaded.`]);
    expect(sent(0, "system").join()).toContain("Description: Greets people by name.");
    expect(sent(1, "system")).toEqual(sent(0, "system"));
    const patch = await call("patch_file", { path, patches: [{ find: "Greet $", replace: "Say hello to $" }] });
    await actions.approve(patch?.id ?? "", true);
    expect(sent(3, "tool").at(-1)).toBe(`Successfully applied 1 patches to ${path}. Skills reloaded.`);
    expect(sent(2, "system").join()).toContain("Description: Greets people by their names.");
    const write = await call("write_file", { path: "notes.md", content: "Hello" });
    await actions.approve(write?.id ?? "", true);
    expect(sent(5, "tool").at(-1)).toBe("Successfully wrote content to notes.md");
  });

  it("does not write what a person denies", async () => {
    const { workspace, actions, call, sent } = await openUnder("ak-coder");
    const asked = await call("write_file", { path: ".agents/skills/new/SKILL.md", content: "New." });
    expect(asked?.state).toBe("asking");
    await actions.approve(asked?.id ?? "", false);
    expect(sent(1, "tool")).toEqual(["The person did not allow this."]);
    expect(workspace.store.getState().files?.read("/workspace/.agents/skills/new/SKILL.md")).toBeUndefined();
  });

  it("invokes by its own prefix", async () => {
    const { actions, sent } = await openUnder("ak-coder");
    await actions.submit("/skills:greet Ann  $1");
    expect(sent(0, "user")).toEqual([
      'Apply Skill "greet" with arguments: "Ann  $1"\n\nInstructions:\n\nGreet $ARGUMENTS.\n',
    ]);
  });
});
