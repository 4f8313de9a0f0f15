import { findingsInBothSizes } from "./findings.ts";
import { expect, repository, test } from "./lab.ts";

test("a repository's report comes in parts, leads to the line in the lab, and stands in the lab with what was changed", async ({
  lab,
}) => {
  const { page } = lab;
  await page.goto(`/report/git/${encodeURIComponent(repository("acme/skills").replace(/\.git$/, ""))}`);
  const table = page.getByRole("region", { name: "Harnesses" });
  await expect(table.getByRole("rowheader")).toHaveCount(8);
  await expect(page.getByRole("heading", { name: "Read before you trust it" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy JSON" })).toBeVisible();
  expect(await findingsInBothSizes(page)).toEqual([]);
  const place = page.getByRole("link", { name: /SKILL\.md/ }).first();
  await expect(place).toHaveAttribute("href", /^\/git\/.*\?file=.*SKILL\.md/);
  await place.click();
  await expect(lab.file).toBeVisible();
  await page.getByRole("button", { name: "Report", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Report: / });
  await expect(dialog.getByRole("heading", { name: "Read before you trust it" })).toBeVisible();
  await dialog
    .getByRole("button", { name: /SKILL\.md/ })
    .first()
    .click();
  await expect(dialog).toBeHidden();
  await expect(lab.file).toBeVisible();
});

test("the server's own report, badge and card are of the repository, made from its build", async ({ request }) => {
  const address = `/git/${encodeURIComponent(repository("acme/skills").replace(/\.git$/, ""))}`;
  const report = await request.get(`/api/report${address}.json`);
  expect(await report.json()).toMatchObject({ version: 1, source: { label: expect.stringContaining("acme/skills") } });
  // This server reaches hosts that pages elsewhere might not.
  expect(report.headers()["access-control-allow-origin"]).toBeUndefined();
  // What takes longer than a picture may is there the next time.
  await expect.poll(async () => (await request.get(`/badge${address}.svg`)).text()).toMatch(/skills: \d+ · \d\/8/);
  const card = await request.get(`/og${address}`);
  expect([card.status(), card.headers()["content-type"]]).toEqual([200, "image/png"]);
});
