import { afterEach, describe, expect, it } from "vitest";
import { type ToolCall, toolCallOf } from "#lib/chat/tool-call.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";
import { harnesses } from "#test/servers/repositories.ts";

interface WireRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
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
