import { expect, test } from "vitest";
import { readArchive } from "#lib/upload/archive.ts";
import { snapshotEntries } from "#lib/vfs/snapshot.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const page = createPageFixture();
const folder = "/workspace/.agents/skills/greet";
const mounted = "---\nname: greet\ndescription: Hello\n---\n";

test("what a person changed, typed and said comes as an archive, and what came with the source does not", async () => {
  const lab = page.openText(mounted);
  await until(lab, ({ phase, storage }) => phase.kind === "ready" && storage.kind === "saved");
  expect(await lab.actions.exportChanges()).toBeUndefined();
  await lab.actions.changeDraft(`${folder}/SKILL.md`, `${mounted}Mine.`);
  await lab.actions.saveDraft(`${folder}/SKILL.md`);
  await lab.actions.changeDraft(`${folder}/SKILL.md`, `${mounted}Half a thought`);
  const file = await lab.actions.exportChanges();
  const { snapshot } = await readArchive("my-changes.zip", file ?? new Blob());
  const decoder = new TextDecoder();
  const texts = [...snapshotEntries(snapshot)].map(({ path, bytes }) => [path, decoder.decode(bytes)]);
  expect(texts).toEqual([
    [expect.stringMatching(/^\d .+\/SKILL\.md$/), `${mounted}Mine.`],
    [expect.stringMatching(/^typed, not saved\/\d .+\/SKILL\.md$/), `${mounted}Half a thought`],
  ]);
});

test("every conversation of the page comes along, and can be imported again", async () => {
  const lab = page.openText(mounted);
  await until(lab, ({ phase, storage }) => phase.kind === "ready" && storage.kind === "saved");
  await lab.actions.submit("Of rain");
  await lab.actions.newConversation();
  await lab.actions.submit("Of snow");
  const file = await lab.actions.exportChanges();
  const { snapshot } = await readArchive("my-changes.zip", file ?? new Blob());
  const files = [...snapshotEntries(snapshot)].map(
    ({ path, bytes }) => new File([new Uint8Array(bytes)], path, { type: "application/json" }),
  );
  const empty = page.open({ path: "/local/other", own: true, incoming: { kind: "text", text: mounted } });
  await until(empty, ({ phase }) => phase.kind === "ready");
  for (const each of files) expect(await empty.actions.importConversation(each)).toBeUndefined();
  expect(
    empty.store
      .getState()
      .conversations.map(({ name }) => name)
      .toSorted(),
  ).toEqual(["Of rain", "Of snow"]);
});
