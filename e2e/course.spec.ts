import type { Locator } from "@playwright/test";
import { findings } from "./findings.ts";
import { expect, type Lab, test } from "./lab.ts";

/** A learner's view: the lesson beside the lab. */
interface Course {
  readonly lesson: Locator;
  press(name: string | RegExp): Promise<void>;
  /** Has a lesson's button fill the message box, and sends the message. */
  ask(name: RegExp): Promise<void>;
  answer(choice: string | RegExp): Promise<void>;
  /** Opens the file with the lesson's button and replaces its text. */
  edit(button: RegExp, text: string): Promise<void>;
  /** Leaves a step once all its checks are green. */
  next(heading: string): Promise<void>;
}

function courseOf({ page, message, conversation }: Lab): Course {
  const lesson = page.getByRole("region", { name: "Lesson" });
  const press = (name: string | RegExp) => lesson.getByRole("button", { name }).click();
  const isDone = () => expect(lesson.getByText("To do:")).toHaveCount(0);
  return {
    lesson,
    press,
    async ask(name) {
      await press(name);
      await expect(message).not.toHaveValue("");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(conversation.getByRole("button", { name: "Stop" })).toBeHidden();
    },
    async answer(choice) {
      await lesson.getByRole("radio", { name: choice }).check();
      await expect(lesson.getByText("Right.").last()).toBeVisible();
    },
    async edit(button, text) {
      await press(button);
      await page.getByRole("button", { name: "Edit file" }).click();
      await page.locator(".cm-content").click();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.insertText(text);
      await page.getByRole("button", { name: "Save", exact: true }).click();
    },
    async next(heading) {
      await isDone();
      await lesson
        .getByRole("button", { name: "Next" })
        .or(lesson.getByRole("link", { name: /^Next lesson/ }))
        .click();
      await expect(lesson.getByRole("heading", { name: heading })).toBeVisible();
    },
  };
}

const reload = "Run /skills reload";

function skillFile(name: string, description: string, body = ""): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n${body}`;
}

// That all seven lessons are passed by their buttons, solutions and right answers is in `lint-workshop.slow.test.ts`; the first two are
// walked in `lesson.spec.ts`.
test("the lessons of our own course that mend, compare, give consent and run are walked as they say, and told in the progress", async ({
  lab,
}) => {
  const { page } = lab;
  const { lesson, press, ask, answer, edit, next } = courseOf(lab);
  await page.goto("/w/try/skills-101/03-why-is-it-not-found");

  await expect(lesson.getByRole("heading", { name: "In the wrong place" })).toBeVisible();
  // The button would do the lesson's exercise for the learner.
  await expect(page.getByRole("button", { name: /^Install/ })).toHaveCount(0);
  await press(/^Show opening-hours/);
  await page.getByRole("button", { name: /^Move it to/ }).click();
  await expect(lesson.getByText(/has not reloaded since the files changed: reload skills\.$/)).toBeVisible();
  await press(reload);
  await next("One colon too many");
  await edit(/^Open /, skillFile("daily-special", '"Use when: someone asks for the special of the day"'));
  await press(reload);
  await next("A name it does not know");
  await press(/^Show menu-board/);
  await page.getByRole("button", { name: "Rename it to SKILL.md" }).click();
  await page.getByRole("button", { name: "Reload skills" }).click();
  await answer(/^Check what each harness loads/);

  await next("Two views of one folder");
  await press(/^Show espresso-guide/);
  await expect(page.getByText("Not in a folder that Keen Code searches")).toBeInViewport();
  await press("Switch to Claude Code");
  await next("All of them at once");
  await press(/^Compare Keen Code, Claude Code/);
  const compared = page.getByRole("dialog", { name: "Compare harnesses" });
  await expect(compared.getByRole("columnheader")).toHaveText([
    "Skill",
    /Keen Code/,
    /GenCode/,
    /Claude Code/,
    /Codex/,
  ]);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await answer("The folder it is in");
  await next("Found by both");
  await press("Switch to Keen Code");
  await press(/^Write a copy/);
  await press(reload);

  await next("Call it by name");

  await page.goto("/w/try/skills-101/06-a-hostile-skill");
  await press(/^Open .*free-fonts/);
  await press("Open the report");
  const report = page.getByRole("dialog", { name: /^Report: / });
  await expect(report.getByText(/fonts\.example/).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await answer(/^To put a stranger’s script/);
  await next("What consent is for");
  await press(/“Which fonts suit our menu/);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(lab.question).toContainText("website/menu.html");
  await lab.question.getByRole("button", { name: "Deny" }).click();
  await answer(/^Where you have read every skill/);
  await next("Take it out");
  await ask(/the command \/skills free-fonts disable/);
  await edit(/^Open .*free-fonts/, skillFile("free-fonts", "Suggests fonts. Use it when someone asks for one."));

  await next("Run it yourself");
  await press(/^Open .*plan\.mjs/);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const terminal = page.getByRole("region", { name: "Terminal" });
  await expect(terminal.getByRole("status")).toHaveText("Done", { timeout: 90_000 });
  await expect(terminal.locator(".xterm-rows")).toContainText("Lindqvist (6): table 4");
  await terminal.getByRole("button", { name: "Close the terminal" }).click();
  await next("Have the model run it");
  await press(/“Plan the tables/);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(lab.question).toContainText("The model wants to run");
  await lab.question.getByRole("region", { name: "The command" }).scrollIntoViewIfNeeded();
  const script = lab.question.getByRole("region", { name: "The script" });
  await script.scrollIntoViewIfNeeded();
  await script.evaluate((region) => region.scrollTo(0, region.scrollHeight));
  await lab.question.getByRole("button", { name: "Allow once" }).click();
  await answer("Only what it printed");
  await next("Say what it needs");
  await edit(
    /^Open .*table-plan/,
    `---\nname: table-plan\ndescription: Plans tables for the bookings of an evening.\ncompatibility: Needs Node 18.\n---\n\n# Table plan\n`,
  );
  await expect(lesson.getByText("To do:")).toHaveCount(0);
  await expect(lesson.getByRole("link", { name: "Open a repository" })).toHaveAttribute("href", "/");

  await press("Your progress");
  const rows = page.getByRole("dialog", { name: "Your progress" }).getByRole("row");
  await expect(rows).toHaveCount(8);
  for (const walked of [3, 4, 6, 7]) await expect(rows.nth(walked)).toContainText(/(\d+) of \1\s*–/);
});
