import { expect, type Lab, test } from "./lab.ts";

/** Has the model call a tool that needs approval. */
async function haveAsked(lab: Lab, tool: string, input: object): Promise<void> {
  await lab.message.fill(`call ${tool} ${JSON.stringify(input)}`);
  await lab.page.getByRole("button", { name: "Send" }).click();
  await expect(lab.question).toBeVisible();
}

// `lib/workspace/conversation/harness-requests.test.ts` tests what each harness sends; this tests what a person sees of it.
test("what each harness adds to a conversation is shown: a reminder, a skill that its tool hands out, an edited skill", async ({
  lab,
}) => {
  const { page, conversation } = lab;
  const choose = (harness: string) => page.getByRole("combobox", { name: "Harness" }).selectOption({ label: harness });
  await lab.visit("acme/harnesses", "?as=project&profile=gencode");
  await expect(lab.skill("git:commit")).toBeVisible();
  await lab.chooseModel(/gpt-test/);

  await test.step("GenCode's reminder, folded below the person's own words, once", async () => {
    await lab.context.getByRole("tab", { name: "Request" }).click();
    // The view is fetched when it is first opened.
    const piece = lab.context.getByRole("listitem").last();
    await piece.locator("summary").click();
    await expect(piece.locator("summary > span").first()).toHaveText("reminder");
    const reminder = /^<system-reminder>[\s\S]*- git:commit: Writes commit messages\.[\s\S]*<\/system-reminder>$/;
    await expect(piece.locator("pre")).toHaveText(reminder);
    await lab.say("Good morning");
    await lab.say("Good evening");
    const first = conversation.getByRole("article", { name: "You" }).first();
    await expect(first.getByText("Good morning", { exact: true })).toBeVisible();
    await first.getByText("Reminder with 1 skill").click();
    await expect(first.locator("pre")).toHaveText(reminder);
    await expect(conversation.getByText(/Reminder with/)).toHaveCount(1);
  });

  await test.step("Kodelet's tool, which hands each skill out once", async () => {
    await choose("Kodelet");
    await expect(lab.skill("pdf")).toBeVisible();
    await lab.say('call skill {"skill_name": "pdf"}');
    await expect(conversation).toContainText("Skill pdf loaded");
    await expect(conversation.getByText("activated by the model")).toHaveCount(1);
    await lab.say('call skill {"skill_name": "pdf"}');
    await expect(conversation).toContainText("Error: skill 'pdf' is already active");
    await expect(conversation.getByText("activated by the model")).toHaveCount(1);
  });

  await test.step("ak-coder's question before an edit, and the skill as edited, which stays", async () => {
    await choose("ak-coder");
    await expect(lab.skill("greet")).toBeVisible();
    const path = ".agents/skills/greet/SKILL.md";
    await haveAsked(lab, "str_replace", { path, old_string: "by name", new_string: "by their names" });
    await expect(lab.question).toContainText(`Wants to edit ${path}`, { ignoreCase: true });
    await expect(lab.question.getByRole("deletion")).toHaveText("description: Greets people by name.");
    await expect(lab.question.getByRole("insertion")).toHaveText("description: Greets people by their names.");
    await lab.question.getByRole("button", { name: "Allow once" }).click();
    await expect(conversation).toContainText(`Edited ${path} successfully. Skills reloaded.`);
    await expect(lab.skill("greet")).toContainText("by their names");
    await expect(conversation.getByText("activated by the model")).toHaveCount(1);
    await haveAsked(lab, "write_file", { path: "notes.md", content: "Hello" });
    await expect(lab.question).toContainText("New file");
    await lab.question.getByRole("button", { name: "Allow once" }).click();
    await expect(conversation).toContainText("The tool said: Successfully wrote content to notes.md");

    await expect(page.getByText(/^Saved/)).toBeVisible();
    await page.reload();
    await lab.say("/skills:greet Bob");
    await conversation.getByText("What the model received").last().click();
    await expect(conversation).toContainText('Apply Skill "greet" with arguments: "Bob"');
    await expect(lab.skill("greet")).toContainText("by their names");
  });
});
