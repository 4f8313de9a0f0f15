import { addresses } from "#test/addresses.ts";
import { findings } from "./findings.ts";
import { expect, test } from "./lab.ts";

test("a request runs side by side under two harnesses over the wire, is judged in both orders, writes nothing, and is there after a reload", async ({
  lab,
}) => {
  const { page } = lab;
  await lab.visit("acme/skills");
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await lab.chooseModel(/OpenAI-compatible/, {
    "Base URL": `${addresses.openai}/v1`,
    "API key": "test-openai-key",
    "Model name": "gpt-test",
  });
  const request = 'call write_file {"path":"/workspace/note.md","content":"Hello"}';
  await lab.message.fill(request);
  await page.getByRole("button", { name: "Run side by side" }).click();
  const dialog = page.getByRole("dialog", { name: "Side by side" });
  const right = dialog.getByRole("group", { name: "Right" });
  await right.getByRole("combobox", { name: "Harness" }).selectOption({ label: "Claude Code" });
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  const column = (name: string) => dialog.getByRole("article", { name });
  await expect(column("Left")).toContainText("Would write /workspace/note.md (new, 1 line)");
  // Its message begins with a reminder, so the scripted model sees another message.
  await expect(column("Right")).toContainText("I was offered no skills.");
  await expect(dialog.getByRole("button", { name: "Run 3 times" })).toBeVisible();
  const judging = page.waitForRequest((asked) => asked.postData()?.includes("<better>A</better>") ?? false);
  await dialog.getByRole("button", { name: "Ask gpt-test which answer is better" }).click();
  expect((await judging).url()).toBe(`${addresses.openai}/v1/chat/completions`);
  const verdict = "Left is better, asked in both orders. The other one was offered nothing.";
  await expect(dialog.getByText(verdict)).toBeVisible();
  expect(await findings(page), "at 1280 px").toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findings(page), "at 390 px").toEqual([]);
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.keyboard.press("Escape");
  await expect(lab.message).toHaveValue(request);
  await expect(lab.conversation.getByRole("article", { name: "You" })).toHaveCount(0);
  await expect(lab.files.getByText("note.md")).toHaveCount(0);
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await lab.message.fill("");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /find/i }).fill("Run side by side");
  await page.keyboard.press("Enter");
  await expect(column("Left")).toContainText("Would write /workspace/note.md");
});
