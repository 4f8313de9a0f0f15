import { expect, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { findSkillFiles } from "#lib/vfs/files.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { deriveView } from "./derive-view.ts";

type Texts = Readonly<Record<string, string>>;

/** A harness that was started over the texts `before`, and whose files are now `after`. */
function change(profileId: string, before: Texts, after: Texts) {
  const profile = profileById(profileId);
  const first = { ...inputOf(before), profile };
  const running = finish(deriveView(first));
  return finish(deriveView({ ...inputOf(after), profile, running }));
}

function inputOf(texts: Texts) {
  const files = textFiles(texts);
  return { files, skillFiles: findSkillFiles(files, "/"), mountNotices: [] };
}

const text = (description: string, body = "Do it.") => `---\nname: demo\ndescription: ${description}\n---\n\n${body}\n`;

interface Installed {
  readonly at: string;
  /** The file in which the harness keeps states, and a text for it that turns the skill off. */
  readonly states?: readonly [path: string, text: string];
}

const harnesses: Readonly<Record<string, Installed>> = {
  keen: {
    at: "/workspace/.agents/skills/demo/SKILL.md",
    states: ["/home/user/.keen/skills/config.json", '{"is_enabled":{"demo":false}}'],
  },
  "keen-rfc": {
    at: "/workspace/.agents/skills/demo/SKILL.md",
    states: ["/home/user/.keen/skills/config.json", '{"is_enabled":{"demo":false}}'],
  },
  gencode: {
    at: "/workspace/.gen/skills/demo/SKILL.md",
    states: ["/workspace/.gen/skills.json", '{"skills":{"demo":"disable"}}'],
  },
  "ak-coder": { at: "/workspace/any/demo/SKILL.md" },
  kodelet: {
    at: "/workspace/.kodelet/skills/demo/SKILL.md",
    states: ["/workspace/kodelet-config.yaml", "skills:\n  enabled: false\n"],
  },
  agentskills: { at: "/workspace/.agents/skills/demo/SKILL.md" },
};

const all = Object.entries(harnesses);

test.each(all)("%s tells the model what it loaded until it reloads, and the view says so", (id, { at }) => {
  const view = change(id, { [at]: text("before") }, { [at]: text("after") });
  expect(view.discovery.skills.map(({ description }) => description)).toEqual(["before"]);
  expect(view.catalog.text).not.toContain("after");
  expect(view.stale).toBe(true);
});

test.each(all)("%s has nothing to reload when a file changes that it reads anew or never", (id, { at }) => {
  const before = { [at]: text("same"), "/workspace/README.md": "one" };
  expect(change(id, before, { ...before, "/workspace/README.md": "two" }).stale).toBe(false);
});

test.each(all)("%s minds the instructions only if it took them into its hand", (id, { at }) => {
  const view = change(id, { [at]: text("same", "One.") }, { [at]: text("same", "Two.") });
  expect(view.stale).toBe(id === "ak-coder" || id === "kodelet");
});

const withStates = all.flatMap(([id, { at, states }]) => (states ? [[id, at, states] as const] : []));

test.each(withStates)(
  "%s notices an edit of its state file at once or on reload, as it does",
  (id, at, [path, off]) => {
    const view = change(id, { [at]: text("same") }, { [at]: text("same"), [path]: off });
    const readsEveryTime = id === "keen-rfc";
    expect(view.states.get(at)).toBe(readsEveryTime ? "off" : "on");
    expect(view.stale).toBe(!readsEveryTime);
  },
);

test("a feature that is off says why, and an edit that turns it on is not noticed before a reload", () => {
  const { at, states } = harnesses.kodelet as Required<Installed>;
  const [path, off] = states;
  const view = change("kodelet", { [at]: text("same"), [path]: off }, { [at]: text("same") });
  expect(view.whyOff).toEqual({ kind: "setting", path, key: "skills.enabled" });
  expect(view.stale).toBe(true);
});

test("the switch at start turns off what knows it, and leaves other harnesses alone", () => {
  const start = (id: string, at: string) =>
    finish(deriveView({ ...inputOf({ [at]: text("d") }), profile: profileById(id), noSkills: true }));
  const kodelet = start("kodelet", "/workspace/.kodelet/skills/demo/SKILL.md");
  expect(kodelet.whyOff).toEqual({ kind: "switch", name: "--no-skills" });
  expect([...kodelet.states.values()]).toEqual(["off"]);
  expect(kodelet.catalog.rows).toEqual([]);
  expect(start("keen", "/workspace/.agents/skills/demo/SKILL.md").whyOff).toBeUndefined();
});

test("a root that is no folder is named as what turns the feature off", () => {
  const files = { "/workspace/.kodelet/skills": "a file" };
  const view = finish(deriveView({ ...inputOf(files), profile: profileById("kodelet") }));
  expect(view).toMatchObject({ whyOff: { kind: "broken-root", path: "/workspace/.kodelet/skills" } });
});
