import { expect, test } from "vitest";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import { referenceOf } from "./reference.ts";

const reference = referenceOf(profiles);
const features = reference.groups.flatMap((group) => group.features);

/** The table's answer on a feature under a harness. */
function said(feature: string, harness: string) {
  return features.find(({ id }) => id === feature)?.answers[harness];
}

test("every harness answers everything, under names that an address can hold", () => {
  const ids = [...reference.groups, ...features].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z][A-Za-z_-]*$/.test(id))).toEqual([]);
  for (const { title, answers } of features) {
    expect(Object.keys(answers), title).toEqual(profiles.map(({ id }) => id));
    for (const { text } of Object.values(answers)) {
      expect(text, title).not.toMatch(/^\s*$|undefined|NaN|\[object/);
      expect(text.split("`").length % 2, `${title}: backticks in pairs`).toBe(1);
    }
  }
});

test("answers point at what the harness has of evidence", () => {
  for (const { id, evidence } of reference.harnesses) {
    const places = features.flatMap(({ answers }) => answers[id]?.evidence ?? []);
    expect(places.length, id).toBeGreaterThan(0);
    expect(places.filter((place) => evidence[place] === undefined)).toEqual([]);
  }
});

test("what is said is what the profiles say", () => {
  expect(said("project-folders", "gemini-cli")?.text).toBe("`./.agents/skills`, `./.gemini/skills`");
  expect(said("machine-folders", "codex")?.text).toBe("`/etc/codex/skills`");
  expect(said("folders-above", "pi")).toMatchObject({ is: "yes" });
  expect(said("linked-folders", "gencode")).toMatchObject({ text: "no", is: "no" });
  expect(said("same-name", "codex")?.text).toBe("both load");
  expect(said("fault-description", "codex")).toMatchObject({ text: "left out, with a message", is: "no" });
  expect(said("by-person", "codex")?.text).toBe("`$name`");
  expect(said("field-when_to_use", "claude-code")?.text).toBe("read");
  expect(said("field-when_to_use", "codex")?.text).toBe("ignored");
});

test("a harness that was asked says in which version, and one that was not says nothing", () => {
  const seen = (id: string) => reference.harnesses.find((one) => one.id === id)?.seen;
  expect(seen("claude-code")).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+/), trees: expect.any(Number) });
  expect(seen("keen")).toBeUndefined();
});

test("a profile that changes changes its column alone", () => {
  const keen = profileById("keen");
  const other = referenceOf([
    { ...keen, scan: { ...keen.scan, follows: { roots: true, folders: false, files: true } } },
  ]);
  const changed = other.groups
    .flatMap((group) => group.features)
    .filter(({ id, answers }) => answers.keen?.text !== said(id, "keen")?.text);
  expect(changed.map(({ id }) => id)).toEqual(["linked-folders"]);
});
