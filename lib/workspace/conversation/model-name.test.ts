import { expect, test } from "vitest";
import { createWiredLab } from "./wired-fixture.ts";

const openLab = createWiredLab();

const words = "does a thing that is useful ".repeat(20);
const files = Object.fromEntries(
  Array.from({ length: 80 }, (_, index) => {
    const text = `---\nname: skill-${index}\ndescription: ${words}\n---\nText.\n`;
    return [`.claude/skills/skill-${index}/SKILL.md`, text];
  }),
);
/** How many skills a request describes with their purpose. */
const toldIn = (sent: string) => sent.split(`: ${words.trim()}`).length - 1;

test("the room for skills, and how they are told, are those that the harness gives a model of the chosen name", async () => {
  const lab = await openLab(files, { profileId: "claude-code", model: "claude-opus-4-6" });
  const { actions, store } = lab.workspace;
  const budget = () => store.getState().view.catalog.budget;
  expect(budget()).toMatchObject({ window: 200_000, limit: 8000 });
  await actions.submit("Hello");
  expect(lab.sent(-1)).toContain("<system-reminder>");
  const few = toldIn(lab.sent(-1));
  const { models } = store.getState();
  await actions.setModels({ ...models, choice: { ...models.choice, model: "claude-opus-5-5" } });
  // For a window of a million tokens the budget counts three characters a token, not four.
  expect(budget()).toMatchObject({ window: 1_000_000, limit: 30_000 });
  await actions.newConversation();
  await actions.submit("Hello");
  expect(lab.sent(-1)).not.toContain("<system-reminder>");
  expect(toldIn(lab.sent(-1))).toBeGreaterThan(few);
});

test("a comparison is of what the chosen model would be told", async () => {
  const lab = await openLab(files, { profileId: "keen", model: "claude-opus-4-6" });
  const { actions, store } = lab.workspace;
  const limit = async () => {
    const comparison = await actions.compareHarnesses();
    return comparison?.columns.find(({ profileId }) => profileId === "claude-code")?.catalog.budget?.limit;
  };
  expect(await limit()).toBe(8000);
  const { models } = store.getState();
  await actions.setModels({ ...models, choice: { ...models.choice, model: "claude-opus-5-5" } });
  expect(await limit()).toBe(30_000);
});
