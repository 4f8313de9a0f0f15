import { findings } from "./findings.ts";
import { expect, type Lab, test } from "./lab.ts";

test.beforeEach(async ({ lab }) => {
  await lab.visit("acme/skills");
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await lab.chooseModel(/gpt-test/);
});

/** Pastes a picture of this width in pixels, as from a screenshot. */
async function pastePicture({ message }: Lab, width: number): Promise<void> {
  await message.evaluate(async (box, side) => {
    const canvas = new OffscreenCanvas(side, 20);
    canvas.getContext("2d")?.fillRect(0, 0, side / 2, 10);
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([await canvas.convertToBlob()], "image.png", { type: "image/png" }));
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, width);
}

test("files go along with a message by typing and pasting, stay over a reload, and leave by keyboard; what is allowed in a skill is told there", async ({
  lab,
}) => {
  const attached = lab.page.getByRole("list", { name: "Attached files" });
  await lab.message.pressSequentially("Look at @w9");
  await expect(lab.page.getByRole("option", { name: "@w9.md .agents" })).toBeVisible();
  await lab.page.keyboard.press("Enter");
  await expect(lab.message).toHaveValue(/^Look at @\S+w9\.md $/);
  await pastePicture(lab, 3000);
  await expect(attached.getByRole("listitem")).toHaveText([/^w9\.md/, /^image\.png/]);
  await expect(lab.page.getByText("gpt-test accepts only text, as far as we know")).toBeVisible();
  expect(await findings(lab.conversation)).toEqual([]);
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();

  await lab.page.reload();
  await expect(attached.getByRole("listitem")).toHaveCount(2);
  await expect(lab.message).toHaveValue(/^Look at @/);
  await attached.getByRole("button", { name: "Remove image.png" }).focus();
  await lab.page.keyboard.press("Enter");
  await expect(attached.getByRole("listitem")).toHaveCount(1);
  await expect(lab.message).toBeFocused();

  await lab.page.keyboard.press("Enter");
  const said = lab.conversation.getByRole("article", { name: "You" });
  await expect(said.getByRole("list", { name: "Attached files" })).toContainText("w9.md");
  await expect(attached).toHaveCount(1);
  await lab.context.getByRole("tab", { name: "Request" }).click();
  await expect(lab.context).toContainText(
    "[The person attached /workspace/.agents/skills/pdf-forms/references/w9.md.]",
  );

  const write = async (name: string) => {
    const path = `.agents/skills/pdf-forms/${name}`;
    await lab.message.fill(`call write_file ${JSON.stringify({ path, content: "one\n" })}`);
    await lab.page.keyboard.press("Enter");
  };
  const answer = lab.conversation.getByRole("article", { name: "Answer" });
  await write("a.md");
  await lab.question.getByRole("combobox", { name: "For how much" }).selectOption("always in the skill pdf-forms");
  await lab.question.getByRole("button", { name: "Allow from now on" }).click();
  await expect(answer.last()).toContainText("The tool said: Wrote");
  await write("b.md");
  await expect(answer.last()).toContainText(/b\.md[\s\S]*The tool said: Wrote/);
  const allowed = lab.page.getByRole("list", { name: "Allowed without asking" });
  await expect(allowed).toHaveText("May write in the skill pdf-forms");
  await allowed.getByRole("button", { name: /^Ask again/ }).click();
  await expect(allowed).toHaveCount(0);
  await write("c.md");
  await lab.question.getByRole("textbox", { name: "Tell the model why not" }).fill("Use b.md.");
  await lab.page.keyboard.press("Enter");
  await expect(answer.last()).toContainText("They say: Use b.md.");
});
