import type { Browser, Page } from "@playwright/test";
import { findingsInBothSizes } from "./findings.ts";
import { expect, test } from "./lab.ts";

/** A learner with a browser of their own, who has typed the code and joined. */
async function joined(browser: Browser, code: string, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto("/room");
  await page.getByRole("textbox", { name: "Code of the room" }).fill(code.toLowerCase());
  await page.keyboard.press("Enter");
  const nickname = page.getByRole("textbox", { name: "Nickname (optional)" });
  await expect(nickname).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(nickname).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Live room" })).toContainText(`you are ${name}`);
  return page;
}

/** Joins as a learner who does nothing; returns the answer's status. */
function makeUp(page: Page, code: string, name: string): Promise<number> {
  return page.evaluate(
    async ([path, called]) => {
      const { id } = await (await fetch(path)).json();
      const headers = { "x-skillground-room": id, "x-skillground-room-key": `made-up-by-${called}`.padEnd(30, "-") };
      const report = { lesson: "", step: "", still: 0, lessons: [] };
      const body = JSON.stringify({ do: "report", name: called, report });
      return (await fetch(path, { method: "POST", headers, body })).status;
    },
    [`/api/room/${code}`, name] as const,
  );
}

test("a teacher opens a room from a lesson, sees live what two learners pass, points them somewhere and closes it", async ({
  lab,
  browser,
}) => {
  const teacher = lab.page;
  await teacher.goto("/w/try/skills-101/01-three-tiers");
  await teacher.getByRole("button", { name: "Live room" }).click();
  await teacher.getByRole("button", { name: "Start a live room" }).press("Enter");
  await expect(teacher.locator(":focus")).toContainText("Go to");
  const [grid] = await Promise.all([
    teacher.context().waitForEvent("page"),
    teacher.getByRole("link", { name: "Open the grid" }).click(),
  ]);
  const code = new URL(grid.url()).pathname.split("/").at(-1) ?? "";
  await expect(grid.getByRole("status", { name: "Learners" })).toHaveText("nobody is here yet");
  // Opened by a clock that has been put right since.
  await grid.evaluate(() => {
    const kept = localStorage.getItem("skillground:opened-rooms") ?? "";
    localStorage.setItem("skillground:opened-rooms", kept.replace(/"since":\d+/g, '"since":1'));
  });
  await grid.reload();
  await expect(grid.getByRole("status", { name: "Learners" })).toHaveText("nobody is here yet");
  const ada = await joined(browser, code, "Ada");
  const ben = await joined(browser, code, "Ben");
  const row = (name: string) => grid.getByRole("row").filter({ has: grid.getByRole("rowheader", { name }) });
  for (const learner of [ada, ben]) await learner.getByRole("radio", { name: /^From name and description/ }).check();
  for (const name of ["Ada", "Ben"])
    await expect(row(name).getByRole("cell", { name: "passed", exact: true })).toHaveCount(1);
  await makeUp(ben, code, "Nobody");
  await expect(row("Nobody")).toBeVisible();
  await grid.getByRole("button", { name: "Lock the room" }).press("Enter");
  await expect(grid.getByRole("status", { name: "Lock" })).toContainText("nobody new can join");
  expect(await makeUp(ben, code, "Another")).toBe(409);
  await grid.getByRole("button", { name: "Remove everyone who passed nothing" }).press("Enter");
  expect(await findingsInBothSizes(grid)).toEqual([]);
  await grid.getByRole("button", { name: "Remove 1 learner", exact: true }).press("Enter");
  await expect(grid.getByRole("status", { name: "Removed" })).toHaveText("1 learner removed.");
  await expect(row("Nobody")).toHaveCount(0);
  await expect(row("Ben")).toBeVisible();
  expect(await findingsInBothSizes(grid)).toEqual([]);

  await teacher.keyboard.press("Escape");
  await teacher.getByRole("button", { name: "Next", exact: true }).click();
  await teacher.getByRole("button", { name: "Look here" }).click();
  await teacher.getByRole("button", { name: "Point all learners here" }).click();
  for (const learner of [ada, ben]) await expect(learner.getByText("Look here: “Ask for something”")).toBeVisible();
  expect(await findingsInBothSizes(ben)).toEqual([]);
  await expect(ben.getByRole("heading", { name: "What the model knows at first" })).toBeVisible();
  await ben.getByRole("button", { name: "Go there" }).press("Enter");
  await expect(ben.getByRole("heading", { name: "Ask for something" })).toBeVisible();
  await expect(ben.getByText("Look here: “Ask for something”")).toBeHidden();
  // A learner who follows is taken there.
  await ada.getByRole("checkbox", { name: "Follow" }).check();
  await expect(ada.getByRole("heading", { name: "Ask for something" })).toBeVisible();

  await grid.getByRole("button", { name: "Remove Ben" }).click();
  const removing = grid.getByRole("dialog", { name: "Remove Ben" });
  await expect(removing).toContainText("can join again once you unlock the room");
  await removing.getByRole("button", { name: "Remove" }).press("Enter");
  await expect(ben.getByText(/^The teacher removed you from/)).toBeVisible();
  await expect(row("Ben")).toHaveCount(0);

  await grid.getByRole("button", { name: "Close the room" }).click();
  const sure = grid.getByRole("dialog", { name: "Close the room" });
  await sure.getByRole("button", { name: "Close for all" }).press("Enter");
  // A page that is loaded again at once may not have sent that yet.
  const closed = grid.getByRole("heading", { name: `You closed room ${code.slice(0, 3)}` });
  await expect(closed).toBeVisible();
  await grid.reload();
  await expect(closed).toBeVisible();
  expect(await findingsInBothSizes(grid)).toEqual([]);
  await expect(ada.getByText(/^The teacher has closed room/)).toBeVisible();
  await ben.goto(`/room/${code}`);
  await expect(ben.getByRole("alert").getByText(/^The teacher has closed room/)).toBeVisible();
  await expect(ben.getByRole("button", { name: "Try again" })).toBeHidden();
  for (const learner of [ada, ben]) await learner.context().close();
});

test("a learner whose answer was lost on the way joins once", async ({ lab, browser }) => {
  const teacher = lab.page;
  await teacher.goto("/w/try/skills-101/01-three-tiers");
  await teacher.getByRole("button", { name: "Live room" }).click();
  await teacher.getByRole("button", { name: "Start a live room" }).press("Enter");
  const link = teacher.getByRole("link", { name: "Open the grid" });
  const code = (await link.getAttribute("href"))?.split("/").at(-1) ?? "";
  const page = await (await browser.newContext()).newPage();
  await page.goto(`/room/${code}`);
  // By then the page has looked up the room, at the same address.
  await page.getByRole("textbox", { name: "Nickname (optional)" }).fill("Ada");
  await page.route(
    `**/api/room/${code}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Join", exact: true }).press("Enter");
  await expect(page.getByText(/cannot be reached right now. Check that you are online, then try again/)).toBeVisible();
  await page.getByRole("button", { name: "Join", exact: true }).press("Enter");
  await expect(page.getByRole("region", { name: "Live room" })).toContainText("you are Ada");
  await teacher.goto(`/room/${code}`);
  await expect(teacher.getByRole("status", { name: "Learners" })).toHaveText("1 learner");
  await page.context().close();
});
