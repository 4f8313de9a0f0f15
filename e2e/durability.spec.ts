import { expect, repository, test } from "./lab.ts";

test("a reload brings back files, harness, states and the conversation, without the network", async ({ lab }) => {
  await lab.open(repository("acme/skills"));
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await lab.say("/skills release-notes disable");
  await lab.say("Can you fill in this W-9 form?");
  await lab.page.getByRole("combobox", { name: "Harness" }).selectOption({ label: "Agent Skills" });
  await expect(lab.context).toContainText("<available_skills>");
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();

  await lab.page.route("**/api/git/**", (route) => route.abort());
  await lab.page.reload();
  await expect(lab.page.getByRole("combobox", { name: "Harness" })).toHaveValue("agentskills");
  await expect(lab.conversation).toContainText("Can you fill in this W-9 form?");
  await expect(lab.conversation).toContainText("Chose pdf-forms from the catalog");
  await lab.page.getByRole("combobox", { name: "Harness" }).selectOption({ label: "Keen Code" });
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(lab.skill("release-notes")).toHaveCount(0);
});

test("the landing page lists the workspace, opens it and forgets it", async ({ lab }) => {
  await lab.open(repository("acme/skills"));
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  await lab.page.goto("/");
  await lab.page.getByRole("link", { name: /acme\/skills/ }).click();
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await lab.page.goto("/");
  await lab.page.getByRole("button", { name: /(Delete|Remove|Forget).*acme\/skills/ }).click();
  await lab.page
    .getByRole("button", { name: /^(Delete|Remove|Forget)/ })
    .last()
    .click();
  await expect(lab.page.getByRole("link", { name: /acme\/skills/ })).toHaveCount(0);
});
