import type { Page } from "@playwright/test";
import { addresses } from "#test/addresses.ts";
import { expect, type Lab, test } from "./lab.ts";

/** A request as sent to the provider. */
interface Sent {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
  }[];
}

/** Opens the example project under a harness, with the tests' provider; returns all requests to it. */
async function openUnder(lab: Lab, harness: string, skill: string): Promise<readonly Sent[]> {
  const sent = requestsOf(lab.page);
  await lab.visit("acme/harnesses", "?as=project&profile=keen");
  await expect(lab.skill("greet")).toBeVisible();
  await lab.page.getByRole("combobox", { name: "Harness" }).selectOption({ label: harness });
  await expect(lab.skill(skill)).toBeVisible();
  await lab.chooseModel(/OpenAI-compatible/, {
    "Base URL": `${addresses.openai}/v1`,
    "API key": "test-openai-key",
    "Model name": "gpt-test",
  });
  return sent;
}

function requestsOf(page: Page): readonly Sent[] {
  const sent: Sent[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().startsWith(addresses.openai)) sent.push(request.postDataJSON());
  });
  return sent;
}

/** The request at this index, once it has been sent. */
async function requestAt(sent: readonly Sent[], index: number): Promise<Sent | undefined> {
  await expect.poll(() => sent.length).toBeGreaterThan(index);
  return sent[index];
}

function contents(request: Sent | undefined, role: string): string[] {
  return (request?.messages ?? []).filter((message) => message.role === role).map(({ content }) => content);
}

function toolNames(request: Sent | undefined): string[] {
  return (request?.tools ?? []).map((tool) => tool.function.name);
}

function toolOf(request: Sent | undefined, name: string) {
  return request?.tools.find((tool) => tool.function.name === name)?.function;
}

/** Has the model call a tool, and waits for the end of the answer. */
async function haveCalled(lab: Lab, tool: string, input: object): Promise<void> {
  await lab.say(`call ${tool} ${JSON.stringify(input)}`);
  await expect(lab.conversation).toContainText("The tool said:");
}

/** Has the model call a tool that needs approval. */
async function haveAsked(lab: Lab, tool: string, input: object): Promise<void> {
  await lab.message.fill(`call ${tool} ${JSON.stringify(input)}`);
  await lab.page.getByRole("button", { name: "Send" }).click();
  await expect(lab.question).toBeVisible();
}

/** The pieces of Context > Request, unfolded, with their roles. */
async function shownRequest(lab: Lab): Promise<{ role: string; text: string }[]> {
  await lab.context.getByRole("tab", { name: "Request" }).click();
  // The view is fetched when it is first opened.
  await expect(lab.context.getByText(/^Sent with your (first|next) message/)).toBeVisible();
  const pieces = lab.context.getByRole("listitem");
  const shown: { role: string; text: string }[] = [];
  for (const piece of await pieces.all()) {
    await piece.locator("summary").click();
    const role = (await piece.locator("summary > span").first().textContent()) ?? "";
    shown.push({ role, text: (await piece.locator("pre").textContent()) ?? "" });
  }
  return shown;
}

const greeting = "/workspace/.agents/skills/greet/SKILL.md";

// `lib/workspace/chat/harness-requests.test.ts` tests what each harness sends; this tests what a person sees of it.
test.describe("GenCode", () => {
  const reminder = [
    "<system-reminder>",
    "Use the Skill tool to invoke these capabilities:",
    "",
    "- git:commit: Writes commit messages. <scope> [1 scripts, 1 refs]",
    "",
    'Invoke with: Skill(skill="name", args="optional args")',
    "</system-reminder>",
  ].join("\n");

  test("tells of active skills in a reminder, once, folded below the person's own words", async ({ lab }) => {
    const sent = await openUnder(lab, "GenCode", "git:commit");
    expect((await shownRequest(lab)).at(-1)).toEqual({ role: "reminder", text: reminder });
    await lab.say("Good morning");
    await requestAt(sent, 0);
    await lab.say("Good evening");
    await requestAt(sent, 1);
    expect(contents(sent[0], "system").join()).not.toContain("git:commit");
    expect(contents(sent[1], "user")).toEqual([`Good morning\n\n${reminder}`, "Good evening"]);
    expect(toolNames(sent[0])).toEqual(["Read", "list_files", "grep", "Skill", "Write", "edit_file", "Bash"]);
    expect(toolOf(sent[0], "Skill")).toMatchObject({
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
    const first = lab.conversation.getByRole("article", { name: "You" }).first();
    await expect(first.getByText("Good morning", { exact: true })).toBeVisible();
    await first.getByText("Reminder with 1 skill").click();
    await expect(first.locator("pre")).toHaveText(reminder);
    await expect(lab.conversation.getByText(/Reminder with/)).toHaveCount(1);
  });
});

test.describe("Kodelet", () => {
  test("tells of its skills in the tool, which hands each out once", async ({ lab }) => {
    const sent = await openUnder(lab, "Kodelet", "pdf");
    await haveCalled(lab, "skill", { skill_name: "pdf" });
    expect(contents(sent[0], "system").join()).not.toContain("Fills PDF forms");
    const tools = ["file_read", "glob_tool", "grep_tool", "skill", "file_write", "file_edit", "bash"];
    expect(toolNames(sent[0])).toEqual(tools);
    const tool = toolOf(sent[0], "skill");
    expect(tool?.description).toMatch(
      /^When users ask you to perform tasks, [\s\S]*\n## Available Skills\n\n### pdf\n- \*\*Description\*\*: Fills PDF forms\.\n- \*\*Directory\*\*: `\.kodelet\/skills\/pdf`\n\n$/,
    );
    expect(tool?.parameters).toEqual({
      type: "object",
      properties: { skill_name: { type: "string", description: "The name of the skill to invoke" } },
      required: ["skill_name"],
      additionalProperties: false,
    });
    expect(contents(sent[1], "tool")).toEqual([
      "<result>\n# Skill: pdf\n\nThe skill directory is located at: .kodelet/skills/pdf\n\n## Instructions\n\n\nRead [the guide](guide.md).\n\n</result>\n",
    ]);
    await expect(lab.conversation).toContainText("Skill pdf loaded");
    await expect(lab.conversation.getByText("activated by the model")).toHaveCount(1);

    await lab.say('call skill {"skill_name": "pdf"}');
    expect(contents(await requestAt(sent, 3), "tool").at(-1)).toBe(
      "<error>\nskill 'pdf' is already active\n</error>\n<result>\n(No output)\n</result>\n",
    );
    await expect(lab.conversation).toContainText("Error: skill 'pdf' is already active");
    await expect(lab.conversation.getByText("activated by the model")).toHaveCount(1);
    const described = (await shownRequest(lab)).find(({ text }) => text.startsWith("skill\n"));
    expect(described?.text).toContain(tool?.description);
  });
});

test.describe("ak-coder", () => {
  test("asks before a write, shows the change, and tells of the reloaded skills from the next turn on", async ({
    lab,
  }) => {
    const sent = await openUnder(lab, "ak-coder", "greet");
    const path = ".agents/skills/greet/SKILL.md";
    await haveAsked(lab, "str_replace", { path, old_string: "by name", new_string: "by their names" });
    await expect(lab.question).toContainText(`Wants to edit ${path}`, { ignoreCase: true });
    await expect(lab.question.getByRole("deletion")).toHaveText("description: Greets people by name.");
    await expect(lab.question.getByRole("insertion")).toHaveText("description: Greets people by their names.");
    await lab.question.getByRole("button", { name: "Allow once" }).click();
    await expect(lab.conversation).toContainText("The tool said: Edited");
    expect(contents(sent[1], "tool")).toEqual([`Edited ${path} successfully. Skills reloaded.`]);
    expect(contents(sent[0], "system").join()).toContain("Description: Greets people by name.");
    expect(contents(sent[1], "system")).toEqual(contents(sent[0], "system"));
    await expect(lab.skill("greet")).toContainText("by their names");
    await expect(lab.conversation).not.toContainText("activated by the model");

    await haveAsked(lab, "patch_file", { path, patches: [{ find: "Greet $", replace: "Say hello to $" }] });
    await lab.question.getByRole("button", { name: "Allow once" }).click();
    await expect(lab.conversation).toContainText(`Successfully applied 1 patches to ${path}. Skills reloaded.`);
    expect(contents(sent[2], "system").join()).toContain("Description: Greets people by their names.");
    await haveAsked(lab, "write_file", { path: "notes.md", content: "Hello" });
    await expect(lab.question).toContainText("New file");
    await lab.question.getByRole("button", { name: "Allow once" }).click();
    await expect(lab.conversation).toContainText("The tool said: Successfully wrote content to notes.md");
    await expect(lab.conversation).not.toContainText("content to notes.md. Skills reloaded.");
  });
});

test("a write is kept, and shown as an edit of the file", async ({ lab }) => {
  const sent = await openUnder(lab, "Keen Code", "greet");
  await haveAsked(lab, "edit_file", { path: greeting, old_string: "Greet $", new_string: "Salute $" });
  await lab.question.getByRole("button", { name: "Allow once" }).click();
  await expect(lab.conversation).toContainText(`The tool said: Edited ${greeting}.`);
  await lab.say("/greet Ann");
  expect(contents(await requestAt(sent, 2), "user").at(-1)).toContain("Salute Ann.");
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  await lab.page.reload();
  await lab.say("/greet Bob");
  await expect(lab.conversation).toContainText("/greet Bob");
  await lab.conversation.getByText("What the model received").last().click();
  await expect(lab.conversation).toContainText("Salute Bob.");
});
