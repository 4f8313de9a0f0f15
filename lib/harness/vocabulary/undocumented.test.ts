import { describe, expect, test } from "vitest";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { describeProfile } from "#lib/harness/describe/describe-profile.ts";
import { explain } from "#lib/harness/explain.ts";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { referenceOf } from "#lib/harness/reference/reference.ts";
import { loadSession } from "#lib/harness/session.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import type { Subject } from "./undocumented.ts";
import { verdictText } from "./verdict.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const keen = profileById("keen");
const skill = "/workspace/.agents/skills/one/SKILL.md";
const text = "---\nname: one\ndescription: What it is for\n---\nDo it.\n";

function silentOn(...undocumented: readonly Subject[]): Profile {
  return { ...keen, label: "Silent", undocumented };
}

function asked(profile: Profile, files: Readonly<Record<string, string>>, location = skill) {
  return explain(profile, loadSession(profile, textFiles(files), place), location);
}

function finding(profile: Profile, rule: string, files: Readonly<Record<string, string>> = { [skill]: text }) {
  return asked(profile, files).tests.find((each) => each.rule === rule);
}

describe("where nobody has written down how it is", () => {
  test("a model is told nothing, and the skill is said to be looked at, not to be hidden", () => {
    const profile = silentOn("catalog");
    const catalog = renderCatalog(profile, loadSession(profile, textFiles({ [skill]: text }), place));
    expect(catalog).toMatchObject({ text: "", rows: [], undocumented: [skill] });
    const { verdict } = asked(profile, { [skill]: text });
    expect(verdictText(verdict, "Silent")).toBe("Silent looks at it; what it tells the model of it is not documented.");
    expect(finding(profile, "catalog")).toMatchObject({ outcome: "not reached" });
    expect(finding(profile, "catalog")?.tested).toBe("What Silent tells the model is not documented.");
  });

  test("a line that calls a skill sends nothing", () => {
    const profile = silentOn("sent");
    const session = loadSession(profile, textFiles({ [skill]: text }), place);
    expect(interpretLine(profile, session, "/one now")).toMatchObject({
      kind: "command",
      output: "Silent calls one here. What its model is given then is not documented, so nothing was sent.",
    });
    expect(interpretLine(profile, session, "/other")).toEqual({ kind: "text" });
  });

  test("neither of two skills with one name gives way, and each is told of the other", () => {
    const other = "/home/user/.agents/skills/two/SKILL.md";
    const profile = { ...silentOn("same-name"), identity: { ...keen.identity, collisions: [] } };
    const files = { [skill]: text, [other]: text };
    const { candidates, skills } = loadSession(profile, textFiles(files), place).discovery;
    expect(skills.map(({ name }) => name)).toEqual(["one", "one"]);
    expect(candidates.map(({ notices }) => notices[0]?.data)).toEqual([
      { name: "one", with: other },
      { name: "one", with: skill },
    ]);
    expect(finding(profile, "name-taken", files)).toMatchObject({ outcome: "warned", place: { path: other } });
    expect(finding(profile, "name-taken")).toMatchObject({ outcome: "passed" });
  });

  test("a faulty file is said to be faulty, and not what comes of it", () => {
    const { rulings } = keen.frontmatter;
    const description = { verdict: "undocumented", fallback: "empty" } as const;
    const frontmatter = { ...keen.frontmatter, rulings: { ...rulings, description } };
    const profile: Profile = { ...silentOn(), frontmatter };
    const files = { [skill]: "---\nname: one\n---\n" };
    expect(finding(profile, "description", files)).toMatchObject({
      outcome: "warned",
      tested: "What Silent makes of that is not documented.",
    });
    const faults = describeProfile(profile).find(({ title }) => title.startsWith("How it treats"))?.facts ?? [];
    expect(faults.filter((fact) => fact.startsWith("The outcome is not documented:"))).toHaveLength(1);
  });

  test("links and depth are followed, and said to be uncertain", () => {
    const deep = "/workspace/.agents/skills/group/one/SKILL.md";
    const scan = { ...keen.scan, depth: "recursive" as const };
    const profile = { ...silentOn("depth", "links"), scan };
    const told = asked(profile, { [deep]: text }, deep).tests.find(({ rule }) => rule === "depth");
    expect(told).toMatchObject({ outcome: "warned" });
    expect(told?.tested).toMatch(/2 folders deep is not documented/);
    expect(finding(profile, "depth")).toMatchObject({ outcome: "passed" });
  });

  test.each(["states", "by-model", "by-person"] as const)("of %s the explanation says so", (subject) => {
    const rule = subject === "states" ? "state" : subject;
    expect(finding(silentOn(subject), rule)).toMatchObject({
      outcome: "not reached",
      tested: expect.stringMatching(/is not documented\.$/),
    });
    expect(finding(silentOn(), rule)).toMatchObject({ outcome: "passed" });
  });
});

test("the description and the table of all harnesses say so in place of what the profile holds", () => {
  const profile = silentOn("catalog", "by-model", "reload", "fields", "tools", "names");
  const facts = new Map(describeProfile(profile).map((group) => [group.title, group.facts]));
  expect(facts.get("What the model is told")).toEqual(["Not documented."]);
  expect(facts.get("How the model gets the instructions")).toEqual(["Not documented."]);
  expect(facts.get("When it looks at the disk again")?.[0]).toMatch(/whether later is not documented\.$/);
  expect(facts.get("On and off")).not.toEqual(["Not documented."]);
  const features = referenceOf([profile]).groups.flatMap((group) => group.features);
  const open = features.filter(({ answers }) => answers.keen?.is === "undocumented").map(({ id }) => id);
  expect(open).toEqual(
    expect.arrayContaining(["catalog-place", "by-model", "longest-name", "shell-tool", "field-paths"]),
  );
  expect(open).not.toContain("same-name");
});
