import { expect, test } from "vitest";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { append, emptyLog, type Happening } from "#lib/lesson/events.ts";
import { type Reading, readYaml } from "#lib/lesson/read-yaml.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import type { Check } from "./check.ts";
import { checkKinds, readCheck } from "./read-check.ts";
import type { World } from "./world.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const root = "/workspace/.agents/skills";

function skill(name: string, description = `Does ${name}. Use it when ${name} is wanted.`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n`;
}

interface Scene {
  /** Absolute path → text. */
  readonly files?: Readonly<Record<string, string>>;
  readonly happened?: readonly Happening[];
  readonly profile?: string;
  readonly compared?: World["compared"];
}

const seed = { [`${root}/git-helper/SKILL.md`]: skill("git-helper") };

function world({ files = seed, happened = [], profile: id = "keen", compared }: Scene): World {
  const profile = profileById(id);
  const session = loadSession(profile, textFiles(files), place);
  const encoder = new TextEncoder();
  return {
    profile,
    session,
    catalog: renderCatalog(profile, session),
    events: append(emptyLog, happened, 0).events,
    tokens: (text) => Math.ceil(text.length / 4),
    seed: (path) => (path in seed ? encoder.encode(seed[path as keyof typeof seed]) : undefined),
    ...(compared && { compared }),
  };
}

function check(yaml: string): Check {
  const reading: Reading = { file: "lesson.md", faults: [] };
  const node = readYaml(yaml, 1, reading);
  const read = node && readCheck(node, "step/check-1", reading);
  expect(reading.faults).toEqual([]);
  if (!read) throw new Error("no check");
  return read;
}

const bundled = "/home/user/.keen/skills/bundled";
const answered: Happening[] = [
  { kind: "prompt", text: "Hello" },
  { kind: "answer", text: "Good morning" },
];

/** For every kind: a check, a scene that does not meet it with the sentence it then gives, and a scene that meets it. */
const cases: Readonly<Record<string, readonly { yaml: string; before: Scene; near: string; after: Scene }[]>> = {
  skill_discovered: [
    {
      yaml: "skill_discovered: deploy",
      before: { files: { [`${root}/deploy/skill.md`]: skill("deploy") } },
      near: "`.agents/skills/deploy/skill.md` is there, and no file of that name is looked for: `SKILL.md` is.",
      after: { files: { [`${root}/deploy/SKILL.md`]: skill("deploy") } },
    },
    {
      yaml: "skill_discovered: deploy",
      before: { files: { "/workspace/skills/deploy/SKILL.md": skill("deploy") } },
      near: "`skills/deploy/SKILL.md` is there, where Keen Code does not look.",
      after: { files: { [`${root}/deploy/SKILL.md`]: skill("deploy") } },
    },
    {
      yaml: "skill_discovered: deploy",
      before: {},
      near: "No SKILL.md is called `deploy`.",
      after: { files: { [`${root}/deploy/SKILL.md`]: skill("deploy") } },
    },
    {
      yaml: "skill_discovered: { skill: git-helper, in: .agents/skills }",
      before: { files: { [`${bundled}/git-helper/SKILL.md`]: skill("git-helper") } },
      near: "`git-helper` is loaded, but from `~/.keen/skills/bundled/git-helper`.",
      after: {},
    },
    {
      yaml: "skill_discovered: git-helpr",
      before: {},
      near: "No SKILL.md is called `git-helpr`, but one is called `git-helper`.",
      after: { files: { [`${root}/a/SKILL.md`]: skill("git-helpr") } },
    },
    {
      yaml: "skill_discovered: deploy",
      before: { files: { [`${root}/deploy/SKILL.md`]: "---\nname: deploy\n---\n" } },
      near: "`.agents/skills/deploy/SKILL.md` is found and not loaded: The frontmatter lacks a description.",
      after: { files: { [`${root}/deploy/SKILL.md`]: skill("deploy") } },
    },
  ],
  skill_missing: [
    {
      yaml: "skill_missing: git-helper",
      before: {},
      near: "It is still loaded, from `.agents/skills/git-helper/SKILL.md`.",
      after: { files: {} },
    },
  ],
  skill_shadowed: [
    {
      yaml: "skill_shadowed: { skill: git-helper, by: .agents/skills }",
      before: {},
      near: "There is only one `git-helper`: nothing shadows it.",
      after: { files: { ...seed, [`${bundled}/git-helper/SKILL.md`]: skill("git-helper") } },
    },
  ],
  state_is: [
    {
      yaml: "state_is: { skill: git-helper, state: off }",
      before: {},
      near: "It is on.",
      after: { files: { ...seed, "/home/user/.keen/skills/config.json": '{"is_enabled":{"git-helper":false}}' } },
    },
  ],
  profiles_differ: [
    {
      yaml: "profiles_differ: { skill: git-helper, profiles: [keen, codex] }",
      before: { compared: new Map(["keen", "codex"].map((id) => [id, new Map([["git-helper", "loaded"]])])) },
      near: "All of them agree: loaded.",
      after: { compared: new Map([["keen", new Map([["git-helper", "loaded"]])]]) },
    },
  ],
  catalog_contains: [
    {
      yaml: "catalog_contains: git-helper",
      before: { files: {} },
      near: "No SKILL.md is called `git-helper`.",
      after: {},
    },
    {
      yaml: "catalog_contains: { text: is WANTED }",
      before: { files: {} },
      near: "The catalog does not list it. See Context.",
      after: {},
    },
  ],
  catalog_lacks: [
    {
      yaml: "catalog_lacks: git-helper",
      before: {},
      near: "The catalog still lists it. See Context.",
      after: { files: {} },
    },
  ],
  catalog_tokens: [{ yaml: "catalog_tokens: 30", before: {}, near: "It has about 154.", after: { files: {} } }],
  frontmatter: [
    {
      yaml: "frontmatter: { skill: git-helper, field: description, contains: commit }",
      before: {},
      near: "`description` is “Does git-helper. Use it when git-helper is wanted.”.",
      after: { files: { [`${root}/git-helper/SKILL.md`]: skill("git-helper", "Writes commit messages.") } },
    },
    {
      yaml: "frontmatter: { skill: git-helper, field: description, max: 20 }",
      before: {},
      near: "`description` has 50 characters, and at most 20 are wanted.",
      after: { files: { [`${root}/git-helper/SKILL.md`]: skill("git-helper", "Helps.") } },
    },
    {
      yaml: "frontmatter: { skill: git-helper, field: license, is: MIT }",
      before: {},
      near: "It has no `license`.",
      after: {
        files: { [`${root}/git-helper/SKILL.md`]: "---\nname: git-helper\ndescription: d\nlicense: MIT\n---\n" },
      },
    },
  ],
  file_exists: [
    {
      yaml: "file_exists: README.md",
      before: { files: { "/workspace/readme.md": "" } },
      near: "There is a `readme.md`, spelled differently.",
      after: { files: { "/workspace/README.md": "" } },
    },
  ],
  file_contains: [
    {
      yaml: "file_contains: { file: a.md, matches: '^done$' }",
      before: { files: { "/workspace/a.md": "not done\n" } },
      near: "`a.md` is there, but does not say that.",
      after: { files: { "/workspace/a.md": "first\ndone\n" } },
    },
  ],
  file_changed: [
    {
      yaml: "file_changed: .agents/skills/git-helper/SKILL.md",
      before: {},
      near: "`.agents/skills/git-helper/SKILL.md` is unchanged. Save what you typed.",
      after: { files: { [`${root}/git-helper/SKILL.md`]: "" } },
    },
  ],
  prompt_sent: [
    { yaml: "prompt_sent:", before: {}, near: "Nothing has been sent yet.", after: { happened: answered } },
    {
      yaml: "prompt_sent: release",
      before: { happened: answered },
      near: "The message you sent says something else.",
      after: { happened: [{ kind: "prompt", text: "Write the RELEASE notes" }] },
    },
  ],
  command_ran: [
    {
      yaml: "command_ran: /skills reload",
      before: { happened: [{ kind: "command", line: "/skills list" }] },
      near: "You ran `/skills list`.",
      after: { happened: [{ kind: "command", line: "/skills  reload" }] },
    },
  ],
  skill_invoked: [
    {
      yaml: "skill_invoked: { skill: git-helper, by: model }",
      before: { happened: [{ kind: "invoked", skill: "git-helper", by: "user" }] },
      near: "You invoked it; let the model choose it.",
      after: { happened: [{ kind: "invoked", skill: "plugin:git-helper", by: "model" }] },
    },
    {
      yaml: "skill_invoked: git-helper",
      before: { happened: [{ kind: "invoked", skill: "code-review", by: "model" }] },
      near: "The model used `code-review` instead.",
      after: { happened: [{ kind: "invoked", skill: "git-helper", by: "user" }] },
    },
  ],
  skill_not_invoked: [
    {
      yaml: "skill_not_invoked: git-helper",
      before: {},
      near: "No message has been answered yet.",
      after: { happened: answered },
    },
    {
      yaml: "skill_not_invoked: git-helper",
      before: {
        happened: [
          { kind: "prompt", text: "a" },
          { kind: "invoked", skill: "git-helper", by: "model" },
          { kind: "answer", text: "b" },
        ],
      },
      near: "`git-helper` was used for the last message.",
      after: {
        happened: [{ kind: "prompt", text: "a" }, { kind: "invoked", skill: "git-helper", by: "model" }, ...answered],
      },
    },
  ],
  tool_called: [
    {
      yaml: "tool_called: { tool: grep, input: TODO }",
      before: { happened: [{ kind: "tool", tool: "read_file", input: "{}" }] },
      near: "It called `read_file` instead.",
      after: { happened: [{ kind: "tool", tool: "grep", input: '{"pattern":"TODO"}' }] },
    },
  ],
  answer_matches: [
    {
      yaml: "answer_matches: { matches: 'good (morning|day)' }",
      before: {},
      near: "There is no answer yet.",
      after: { happened: answered },
    },
  ],
  file_read: [
    {
      yaml: "file_read: docs/style.md",
      before: { happened: [{ kind: "read", path: "/workspace/docs/tone.md" }] },
      near: "It has read `docs/tone.md` so far.",
      after: { happened: [{ kind: "read", path: "/workspace/docs/style.md" }] },
    },
  ],
  script_ran: [
    {
      yaml: "script_ran: scripts/fill.py",
      before: { happened: [{ kind: "ran", path: "/workspace/scripts/fill.py", status: 2, by: "user" }] },
      near: "`scripts/fill.py` ended with exit code 2.",
      after: { happened: [{ kind: "ran", path: "/workspace/scripts/fill.py", status: 0, by: "model" }] },
    },
    {
      yaml: "script_ran: { script: fill.py, by: model }",
      before: { happened: [{ kind: "ran", path: "/workspace/fill.py", status: 0, by: "user" }] },
      near: "You ran it; have the model run it.",
      after: { happened: [{ kind: "ran", path: "/workspace/fill.py", status: 0, by: "model" }] },
    },
    {
      yaml: "script_ran: fill.py",
      before: { happened: [{ kind: "ran", path: "/workspace/refill.py", status: 0, by: "user" }] },
      near: "`refill.py` has run instead.",
      after: { happened: [{ kind: "ran", path: "/workspace/fill.py", status: 0, by: "user" }] },
    },
    {
      yaml: "script_ran: fill.py",
      before: {},
      near: "No script has run yet.",
      after: { happened: [{ kind: "ran", path: "/workspace/fill.py", status: 0, by: "user" }] },
    },
  ],
  order: [
    {
      yaml: "order: [{ prompt_sent: Hello }, { answer_matches: morning }]",
      before: { happened: answered.toReversed() },
      near: "Still to come: The model has answered with “morning”.",
      after: { happened: answered },
    },
  ],
  any: [
    {
      yaml: "any: [{ file_exists: a.md }, { file_exists: b.md }]",
      before: {},
      near: "There is no `a.md`.",
      after: { files: { "/workspace/b.md": "" } },
    },
  ],
  all: [
    {
      yaml: "all: [{ skill_discovered: git-helper }, { file_exists: b.md }]",
      before: {},
      near: "1 of 2. There is no `b.md`.",
      after: { files: { ...seed, "/workspace/b.md": "" } },
    },
  ],
  not: [
    {
      yaml: "not: { file_exists: b.md }",
      before: { files: { "/workspace/b.md": "" } },
      near: "Still true: `b.md` is there.",
      after: {},
    },
  ],
};

test("every kind of check has a case", () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(checkKinds).sort());
});

test.each(Object.values(cases).flat())("$yaml says how near it is, and is met", ({ yaml, before, near, after }) => {
  const one = check(yaml);
  expect(one.test(world(before))).toEqual({ isMet: false, near });
  expect(one.test(world(after))).toEqual({ isMet: true });
});

test("as long as something is not known, neither it nor its opposite is met, nor what hangs on it", () => {
  const open = "profiles_differ: { skill: git-helper, profiles: [keen, codex] }";
  const near = "The harnesses are being compared.";
  const result = (yaml: string) => check(yaml).test(world({}));
  for (const yaml of [open, `not: { ${open} }`, `any: [{ ${open} }, { file_exists: b.md }]`]) {
    expect(result(yaml)).toEqual({ isMet: false, near, isUnknown: true });
  }
  expect(result(`not: { any: [{ ${open} }, { file_exists: b.md }] }`)).toEqual({ isMet: false, near, isUnknown: true });
  expect(result(`all: [{ ${open} }, { skill_discovered: git-helper }]`)).toMatchObject({ isUnknown: true });
  // One check that is certainly not met decides the result.
  expect(result(`not: { all: [{ ${open} }, { file_exists: b.md }] }`)).toEqual({ isMet: true });
});

test("what a person reads of a check is what its author says, or else what it asks for", () => {
  expect(check("{ skill_discovered: a, say: Load it }").label).toBe("Load it");
  expect(check("skill_discovered: { skill: a, in: .agents/skills }").label).toBe("`a` is loaded from `.agents/skills`");
});
