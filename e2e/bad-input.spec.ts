import { addresses } from "#test/addresses.ts";
import { expect, repository, test } from "./lab.ts";

/**
 * What a person reads when a repository cannot be opened: what happened and what to do. The failures for all other answers of a host are in
 * `clone-failures.slow.test.ts`, and their texts in `failure-text.test.ts`.
 */
const cases: readonly { readonly name: string; readonly source: string; readonly says: RegExp }[] = [
  { name: "missing repository", source: repository("acme/nothing"), says: /private|not exist|missing|does not/i },
  { name: "connection cut", source: repository("faults/cut"), says: /connection|broke|cut/i },
  { name: "a host the relay refuses", source: "https://10.0.0.1/acme/skills.git", says: /10\.0\.0\.1/ },
];

test("what cannot be opened is one clear sentence, nothing is mounted, and what was given stays in the box", async ({
  lab,
}) => {
  for (const { name, source, says } of cases) {
    await lab.open(source);
    await expect(lab.failure, name).toContainText(says);
    await expect(lab.loaded.getByText("pdf-forms"), name).toHaveCount(0);
    await expect(lab.source, name).toHaveValue(source);
  }
});

test("a repository without skills opens and says so, and a failed second source leaves it as it was", async ({
  lab,
}) => {
  await lab.open(repository("acme/plain"));
  await expect(lab.files.getByText("README.md").first()).toBeVisible();
  await expect(lab.page.getByText("There are no skills here", { exact: true })).toBeVisible();
  await lab.page.getByRole("button", { name: /^(Add|Sources)/ }).click();
  await lab.source.fill(repository("acme/nothing"));
  await lab.page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(lab.failure).toContainText(/private|not exist/i);
  await lab.page.keyboard.press("Escape");
  await expect(lab.files.getByText("README.md").first()).toBeVisible();
});

test("the relay serves nobody but this page", async ({ request }) => {
  const host = new URL(addresses.git).host;
  const path = `/api/git/${host}/acme/skills.git/info/refs?service=git-upload-pack`;
  expect((await request.get(path)).status()).toBe(403);
  const sameOrigin = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };
  expect((await request.get(path, { headers: sameOrigin })).status()).toBe(200);
  expect((await request.get(`/api/git/${host}/acme/skills.git/HEAD`, { headers: sameOrigin })).ok()).toBe(false);
});
