import { randomUUID } from "node:crypto";
import { expect, type Lab, test } from "./lab.ts";

// An installed source is mounted outside the working folder, where Keen Code asks before it reads.
const outside = "/mnt/acme-skills/README.md";

test.beforeEach(async ({ lab }) => {
  await lab.visit("acme/skills");
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await lab.chooseModel(/gpt-test/);
});

/** Has the model call `read_file`; does not wait for the answer. */
async function haveRead(lab: Lab, path: string): Promise<void> {
  await send(lab, `call read_file ${JSON.stringify({ path })}`);
}

async function send(lab: Lab, text: string): Promise<void> {
  await lab.message.fill(text);
  await lab.page.getByRole("button", { name: "Send" }).click();
}

test("a file outside the working folder is read once it is allowed, only this time and over a reload, and one inside without a question", async ({
  lab,
}) => {
  await haveRead(lab, outside);
  await expect(lab.question).toContainText(outside);
  await expect(lab.question).toContainText("outside the working folder");
  await lab.question.getByRole("button", { name: "Deny" }).click();
  await expect(lab.conversation).toContainText(`Was not allowed to read ${outside}`);
  await expect(lab.conversation).toContainText("The tool said:");

  await haveRead(lab, outside);
  await expect(lab.question).toBeVisible();
  await expect(lab.conversation).not.toContainText("Open them in a lab.");
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  await lab.page.reload();
  await expect(lab.question).toContainText(outside);
  await lab.question.getByRole("button", { name: "Allow once" }).click();
  await expect(lab.conversation).toContainText("The tool said: # Acme skills Open them in a lab.");
  await expect(lab.question).toHaveCount(0);

  await haveRead(lab, outside);
  await lab.question.getByRole("button", { name: "Deny" }).click();

  await haveRead(lab, ".agents/skills/pdf-forms/references/w9.md");
  await expect(lab.conversation).toContainText("The tool said: # W-9");
  await haveRead(lab, ".agents/skills/pdf-forms/references/w8.md");
  await expect(lab.conversation).toContainText(/The tool said: There is no file .*w9\.md/);
  await haveRead(lab, "~/.ssh/id");
  await expect(lab.conversation).toContainText("Could not read ~/.ssh/id");
  await expect(lab.conversation).toContainText("is not allowed: a hidden folder of the home folder, or the system's");
  await send(lab, 'call delete_everything {"path": "/"}');
  await expect(lab.conversation).toContainText(/The tool said:.*delete_everything/);
  await expect(lab.question).toHaveCount(0);
});

test("what has arrived stays through a reload and a stop, and is answered again or gone on with", async ({ lab }) => {
  const words = () => `slowly one two three ${randomUUID()} ${"and so on ".repeat(30)}the end`;
  const answer = lab.conversation.getByRole("article", { name: "Answer" });
  await send(lab, words());
  await expect(answer).toContainText("one two three");
  // The part that has arrived is saved within a second.
  await expect(answer).toContainText("and so on and so on");
  await lab.page.reload();
  await expect(answer).toContainText("one two three");
  await expect(answer).not.toContainText("the end");
  await expect(lab.conversation).toContainText("This answer was interrupted");
  await lab.conversation.getByRole("button", { name: "Retry" }).click();
  await expect(answer).toContainText("the end");
  await expect(answer).toHaveCount(1);

  await send(lab, words());
  await expect(answer).toHaveCount(2);
  await expect(answer.last()).toContainText("one two three");
  await lab.page.getByRole("button", { name: "Stop" }).click();
  await lab.conversation.getByRole("button", { name: "Continue" }).click();
  await expect(answer.last()).toContainText(/one two three.*The file says:/s);
});
