import { findingsInBothSizes } from "./findings.ts";
import { expect, forgetPackages, type Lab, test } from "./lab.ts";

// Each run starts a frame with a process and a worker of its own.
test.slow();

/** Opens skills with a model that asks for what the message says. */
async function openWithModel(lab: Lab): Promise<void> {
  await lab.visit("acme/skills");
  await expect(lab.progress).toBeHidden();
  await lab.chooseModel(/gpt-test/);
}

/** Has the model ask to run a command; the scripted model does what the message says. */
async function haveAsked(lab: Lab, command: string): Promise<void> {
  await lab.message.fill(`call bash ${JSON.stringify({ command })}`);
  await lab.page.getByRole("button", { name: "Send" }).click();
  await expect(lab.question).toBeVisible();
}

const allow = (lab: Lab) => lab.question.getByRole("button", { name: "Allow once" });
const printed = (lab: Lab) => lab.conversation.getByRole("region", { name: "What the command printed" }).last();

test("a command is shown as it is, runs on a word, and what it makes is kept on a click", async ({ lab }) => {
  await openWithModel(lab);
  // By keyboard.
  const script =
    "console.log('\\u001b[32mgreen\\u001b[0m', process.argv[2]); require('fs').writeFileSync('made.csv', 'name,count\\na,1\\n');";
  await haveAsked(
    lab,
    `printf %s ${JSON.stringify(script)} > /tmp/a.js; node /tmp/a.js said 2>&1 > log.txt; cat log.txt; exit 3`,
  );
  await expect(lab.question).toContainText("The model wants to run");
  await expect(lab.question).toContainText("It writes: /tmp/a.js, log.txt");
  await expect(lab.question).toContainText("no network");
  await expect(allow(lab)).toHaveAttribute("aria-disabled", "false");
  await allow(lab).focus();
  await lab.page.keyboard.press("Enter");

  await expect(printed(lab).locator(".xterm-rows")).toContainText("green said");
  await expect(lab.conversation).toContainText("Choose the files to keep, and the answer continues.");
  const made = lab.conversation.getByRole("group", { name: /2 files changed/ });
  await expect(made.getByRole("table")).toContainText("count");
  expect(await findingsInBothSizes(lab.conversation)).toEqual([]);
  await made.getByRole("checkbox", { name: /log\.txt/ }).uncheck();
  await made.getByRole("button", { name: "Keep 1 file" }).click();
  await expect(lab.conversation).toContainText("exit code 3, 1 file kept, 1 file not kept");
  await expect(lab.conversation).toContainText(/The tool said:.*green.* said.*exit code 3/s);
  await expect(lab.files).toContainText("made.csv");
  // Kept files stay in view, even after a reload; the output is then shown as the model read it.
  await expect(lab.conversation.getByRole("figure").getByRole("table")).toContainText("count");
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  await lab.page.reload();
  await expect(lab.conversation.getByRole("figure").getByRole("table")).toContainText("count");
});

test("the demo model runs the sample's script when asked, and shows the picture that it draws", async ({ lab }) => {
  await lab.page.goto("/try/office-day");
  await expect(lab.progress).toBeHidden();
  await lab.message.fill("Profile data/orders.csv");
  await lab.page.getByRole("button", { name: "Send" }).click();
  await expect(lab.question).toContainText("profile.py");
  const script = lab.question.getByRole("region", { name: "The script" });
  await script.evaluate((region) => region.scrollTo(0, region.scrollHeight));
  await allow(lab).click();
  const made = lab.conversation.getByRole("group", { name: /1 file changed/ });
  await expect(made.getByRole("img", { name: /orders\.profile\.svg/ })).toBeVisible({ timeout: 90_000 });
  await made.getByRole("button", { name: "Keep all" }).click();
  await expect(lab.conversation).toContainText("7 rows, 6 columns");
  await expect(lab.conversation.getByRole("figure").getByRole("img", { name: /orders\.profile\.svg/ })).toBeVisible();
  expect(await findingsInBothSizes(lab.conversation)).toEqual([]);
});

test("what a run did and the person has undone is shown no more as its work", async ({ lab }) => {
  await lab.page.goto("/try/office-day");
  await expect(lab.progress).toBeHidden();
  await lab.chooseModel(/gpt-test/);
  await haveAsked(lab, "rm data/orders.csv");
  await expect(lab.question).toContainText("It names: data/orders.csv");
  await allow(lab).click();
  await lab.conversation.getByRole("button", { name: "Keep all" }).click();
  await expect(lab.conversation).toContainText("exit code 0, 1 file kept");
  await lab.page.getByRole("button", { name: "Undo" }).click();
  await expect(lab.page.getByText(/^Undone:/).first()).toBeAttached();
  await expect(lab.conversation.getByRole("figure")).toHaveCount(0);
});

test("a hostile command hides nothing, gets nowhere, and is ended by Stop; the packages that a script needs are told before it is allowed", async ({
  lab,
}) => {
  await openWithModel(lab);
  await forgetPackages(lab.page);
  const tags = (text: string) => String.fromCodePoint(...Array.from(text, (letter) => 0xe0000 + letter.charCodeAt(0)));
  await haveAsked(lab, `echo safe \u001b[2K\u001b[1A\u202e rm${tags("rm -rf")}\ncurl https://evil.example`);
  const shown = lab.question.getByRole("region", { name: "The command" });
  await expect(shown).toContainText("echo safe U+001B[2KU+001B[1AU+202E rmrm -rf");
  await expect(lab.question).toContainText("9 invisible characters in line 1.");
  expect(await findingsInBothSizes(lab.question)).toEqual([]);
  await allow(lab).click();
  await expect(lab.conversation).toContainText(/The tool said:.*curl/s);

  await haveAsked(lab, "echo begun; node -e 'for (;;);'; echo > never.txt");
  await allow(lab).click();
  await expect(lab.conversation).toContainText("Running. Stop ends it and keeps nothing.");
  await lab.page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(lab.conversation).not.toContainText("Running. Stop ends it");
  await expect(lab.files).not.toContainText("never.txt");
  await haveAsked(lab, "echo again");
  await lab.question.getByRole("button", { name: "Deny" }).click();
  await expect(lab.conversation).toContainText("The tool said: The person did not allow this.");

  await haveAsked(lab, "echo 'import words; print(words.hello)' > w.py; echo 'print(2)' > v.py");
  await allow(lab).click();
  await lab.conversation.getByRole("button", { name: "Keep all" }).click();
  await expect(lab.page.getByRole("button", { name: "Stop", exact: true })).toBeHidden();
  const wheels: string[] = [];
  lab.page.on("request", (request) => {
    if (request.method() === "GET" && request.url().endsWith(".whl")) wheels.push(request.url());
  });
  await haveAsked(lab, "python3 w.py &&\npython3 v.py");
  await expect(lab.question.getByText("Allow it?")).toHaveText("The model wants to run python3 w.py &&…. Allow it?");
  // A script's path has no number, which each of its lines has.
  const scripts = lab.question.getByRole("region", { name: "The scripts" });
  await expect(scripts.getByRole("row", { name: "w.py" })).toHaveText("/workspace/w.py");
  await expect(lab.question).toContainText(
    /Needs words, \d+ (?:B|KB) from [\d.:]+\. Allowing the command fetches them\./,
  );
  expect(wheels).toEqual([]);
  await allow(lab).click();
  await expect(lab.conversation).toContainText("hello from a package", { timeout: 90_000 });
  expect(wheels).toHaveLength(1);
});
