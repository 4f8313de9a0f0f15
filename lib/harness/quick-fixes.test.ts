import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { explain } from "./explain.ts";
import { profileById, profiles } from "./profiles.ts";
import { fixOfAll, quickFixes } from "./quick-fixes.ts";
import { installRoot } from "./roots/roots.ts";
import type { RuleCode } from "./rules/rules.ts";
import type { QuickFix } from "./rules/types/quick-fix.ts";
import { loadSession } from "./session.ts";
import { stateNotices } from "./states/states.ts";
import type { RuleTest } from "./vocabulary/finding.ts";
import type { Place } from "./vocabulary/places.ts";

const place: Place = { cwd: "/workspace", home: "/home/user" };
type Texts = Readonly<Record<string, string>>;

function start(id: string, texts: Texts) {
  const profile = profileById(id);
  return { profile, session: loadSession(profile, textFiles(texts), place) };
}

function applied(texts: Texts, { moves, writes }: QuickFix): Texts {
  const after = new Map(Object.entries(texts));
  for (const { from, to } of moves) {
    expect(after.has(to)).toBe(false);
    after.set(to, after.get(from) ?? "");
    after.delete(from);
  }
  for (const { path, text } of writes) {
    if (text === null) after.delete(path);
    else after.set(path, text);
  }
  return Object.fromEntries(after);
}

/** The path that a file has after a fix. */
function afterMove(path: string, { moves }: QuickFix): string {
  return moves.find(({ from }) => from === path)?.to ?? path;
}

const keen = "/workspace/.agents/skills";
const a = `${keen}/a/SKILL.md`;
const gen = "/workspace/.gen/skills/a/SKILL.md";
const kodelet = "/workspace/.kodelet/skills/a/SKILL.md";
const good = "---\nname: a\ndescription: d\n---\nDo it.\n";
const config = "/home/user/.keen/skills/config.json";
const kodeletConfig = "/workspace/kodelet-config.yaml";

const hiding = (line: string) => good.replace("d\n", `d\n${line}\n`);

type Row = readonly [harness: string, rule: RuleCode, label: string | RegExp, at: string, texts: Texts];
const rows: readonly Row[] = [
  ["keen", "yaml", "Put description in quotes", a, { [a]: "---\nname: a\ndescription: Use: it\n---\n" }],
  ["keen", "yaml", "Put description in quotes", a, { [a]: "---\r\nname: a\r\ndescription: Use: it\r\n---\r\n" }],
  ["keen", "yaml", "Put description in quotes", a, { [a]: '---\nname: a\ndescription: @x "y": z\n---\n' }],
  ["keen", "yaml", "Put description in quotes", a, { [a]: '---\nname: a\ndescription: "Say "hi" to it"\n---\n' }],
  ["keen", "yaml", "Remove the second name", a, { [a]: "---\nname: a\nname: b\ndescription: d\n---\n" }],
  ["keen", "yaml", "Put name in quotes", a, { [a]: "---\nname: [a]\ndescription: d\n---\n" }],
  ["keen", "yaml", "Make description a text", a, { [a]: "---\nname: a\ndescription:\n  - d\n  - e\n---\n" }],
  ["keen", "yaml", /^Fix 2 lines/, a, { [a]: "---\nname: a: b\nlicense: MIT\ndescription: Use: it\n---\n" }],
  ["kodelet", "yaml", "Put description in quotes", kodelet, { [kodelet]: "---\nname: a\ndescription: Use: it\n---\n" }],
  ["agentskills", "yaml", "Remove the second name", a, { [a]: "---\nname: a\nname: a\ndescription: d\n---\n" }],
  [
    "gencode",
    "yaml",
    "Make allowed-tools a list",
    gen,
    { [gen]: good.replace("d\n", "d\nallowed-tools: Read, Write\n") },
  ],
  ["gencode", "yaml", "Put argument-hint in quotes", gen, { [gen]: good.replace("d\n", "d\nargument-hint: [x]\n") }],
  ["keen", "name", "Name it a", a, { [a]: "---\ndescription: d\n---\n" }],
  ["keen", "name", "Name it a-2", a, { [a]: "---\nname:\ndescription: d\n---\n", [`${keen}/b/SKILL.md`]: good }],
  ["keen", "description", "Write a description", a, { [a]: "---\nname: a\n---\n# A\n\nDoes: things.\n" }],
  ["kodelet", "name", "Name it a", kodelet, { [kodelet]: "---\nname: 1.0\ndescription: d\n---\n" }],
  ["agentskills", "name-text", "Name it a", a, { [a]: "---\nname: ''\ndescription: d\n---\n" }],
  ["agentskills", "description-text", "Write a description", a, { [a]: "---\nname: a\ndescription: ' '\n---\n" }],
  ["agentskills", "mapping", /^Make it a name/, a, { [a]: "---\njust text\n---\nBody\n" }],
  ["agentskills", "standard", "Name it a", a, { [a]: good.replace("name: a", "name: b") }],
  ["keen-rfc", "name-differs", "Name it a", a, { [a]: good.replace("name: a", "name: b") }],
  ["keen-rfc", "name", "Name it a", a, { [a]: "---\ndescription: d\n---\n" }],
  ["keen", "frontmatter-closed", "End the frontmatter", a, { [a]: "---\nname: a\ndescription: d\n\n# A\n- x: y\n" }],
  ["keen", "frontmatter-closed", "End the frontmatter", a, { [a]: "---\nname: a\ndescription: >\n  d\n  e" }],
  ["keen", "frontmatter", "Remove the byte-order mark", a, { [a]: `\ufeff${good}` }],
  ["kodelet", "frontmatter", "Remove the blank lines at the start", kodelet, { [kodelet]: `\n\n${good}` }],
  ["keen", "frontmatter", /^Write frontmatter/, a, { [a]: "# A\n\nDoes things.\n" }],
  ["keen", "not-empty", "Write a first text", a, { [a]: "\n" }],
  ["keen", "name-taken", "Name it b", `${keen}/b/SKILL.md`, { [a]: good, [`${keen}/b/SKILL.md`]: good }],
  [
    "gencode",
    "name-taken",
    "Name it a-2",
    "/home/user/.gen/skills/a/SKILL.md",
    { [gen]: good, "/home/user/.gen/skills/a/SKILL.md": "" },
  ],
  [
    "keen",
    "folder-taken",
    "Rename the folder to a-2",
    "/home/user/.keen/skills/a/SKILL.md",
    { [a]: good, "/home/user/.keen/skills/a/SKILL.md": good, "/home/user/.keen/skills/a/x.md": "x" },
  ],
  ["keen", "file-name", "Rename it to SKILL.md", `${keen}/a/skill.md`, { [`${keen}/a/skill.md`]: good }],
  [
    "keen",
    "root",
    "Move it to ./.agents/skills/a",
    "/workspace/skills/a/SKILL.md",
    { "/workspace/skills/a/SKILL.md": good, "/workspace/skills/a/scripts/x.sh": "x" },
  ],
  [
    "keen",
    "depth",
    "Move it to ./.agents/skills/c",
    `${keen}/group/c/SKILL.md`,
    { [`${keen}/group/c/SKILL.md`]: good },
  ],
  ["keen", "depth", "Move it to ./.agents/skills/a-2", `${keen}/SKILL.md`, { [`${keen}/SKILL.md`]: good, [a]: good }],
  [
    "keen",
    "root",
    "Move it to ./.agents/skills/a",
    "/workspace/skill.md",
    { "/workspace/skill.md": good, "/workspace/src/x.ts": "" },
  ],
  ["keen", "state", "Turn a on", a, { [a]: good, [config]: '{"is_enabled":{"a":false,"b":false}}' }],
  ["gencode", "state", "Turn a on", gen, { [gen]: good, "/workspace/.gen/skills.json": '{"skills":{"a":"paused"}}' }],
  [
    "gencode",
    "state",
    "Turn a on",
    "/home/user/.gen/skills/a/SKILL.md",
    { "/home/user/.gen/skills/a/SKILL.md": good, "/workspace/.gen/skills.json": '{"skills":{"a":"disable"}}' },
  ],
  ["gencode", "catalog", "Set a to active", gen, { [gen]: good }],
  ["pi", "catalog", "Drop disable-model-invocation", a, { [a]: hiding("disable-model-invocation: true") }],
  ["cline", "catalog", "Drop disabled", a, { [a]: hiding("disabled: true") }],
  ["cline", "catalog", "Drop enabled", a, { [a]: hiding("enabled: false") }],
  [
    "kodelet",
    "state",
    "Put a on the list",
    kodelet,
    { [kodelet]: good, [kodeletConfig]: "skills:\n  enabled: true\n  allowed: [b] # mine\n" },
  ],
  [
    "kodelet",
    "feature",
    "Turn skills on in the configuration",
    kodelet,
    { [kodelet]: good, [kodeletConfig]: "skills:\n  allowed: [a]\n" },
  ],
  [
    "kodelet",
    "feature",
    "Turn skills on in the configuration",
    kodelet,
    { [kodelet]: good, [kodeletConfig]: "skills: yes please\n" },
  ],
  ["kodelet", "root-folder", "Remove /home/user/.kodelet", kodelet, { [kodelet]: good, "/home/user/.kodelet": "x" }],
  [
    "gencode",
    "plugin",
    /^Move it to/,
    "/home/user/.claude/plugins/p/skills/a/SKILL.md",
    {
      "/home/user/.claude/plugins/p/skills/a/SKILL.md": good,
      "/home/user/.claude/plugins/installed_plugins.json": "{}",
    },
  ],
];

test.each(rows)("%s: %s is mended by “%s”", (...row) => {
  const [id, rule, label, at, texts] = row;
  const { profile, session } = start(id, texts);
  const broken = explain(profile, session, at).tests.find((each) => each.rule === rule);
  expect(broken?.outcome).toMatch(/failed|warned/);
  const fixes = quickFixes(profile, session, { rule, location: at });
  expect(fixes.map((fix) => fix.label)).toEqual([label instanceof RegExp ? expect.stringMatching(label) : label]);
  for (const fix of fixes) {
    const after = start(id, applied(texts, fix)).session;
    const mended = explain(profile, after, afterMove(at, fix));
    expect(mended.tests.find((each) => each.rule === rule)?.outcome ?? "passed").toBe("passed");
    if (rule !== "root-folder") expect(["listed", "unlisted"]).toContain(mended.verdict.kind);
  }
});

const policy = `${keen}/a/agents/openai.yaml`;
const noModel = hiding("disable-model-invocation: true");
test.each([
  ["pi", { [a]: noModel }, "Its frontmatter says disable-model-invocation: true."],
  ["cline", { [a]: hiding("disabled: true") }, "Its frontmatter says disabled: true."],
  ["cline", { [a]: hiding("enabled: false") }, "Its frontmatter says enabled: false."],
  [
    "codex",
    { [a]: noModel, [policy]: "policy:\n  allow_implicit_invocation: false\n" },
    "Its agents/openai.yaml says allow_implicit_invocation: false.",
  ],
  [
    "codex",
    { [a]: noModel, [policy]: "policy:\n  products: [chatgpt]\n" },
    "Its agents/openai.yaml says policy.products without codex.",
  ],
])("%s: what hides a skill is named as its file has it, and a fix is offered in no other file", (id, texts, says) => {
  const { profile, session } = start(id, texts);
  const { tests } = explain(profile, session, a);
  const tested = (rule: RuleCode) => tests.find((each) => each.rule === rule);
  expect(tested("catalog")).toMatchObject({ outcome: "failed", tested: says });
  if (tested("by-person")?.outcome === "failed") expect(tested("by-person")).toMatchObject({ tested: says });
  const fixes = quickFixes(profile, session, { rule: "catalog", location: a });
  expect(fixes).toHaveLength(id === "codex" ? 0 : 1);
});

test("tools with blanks between them become one item each, and keep those within parentheses", () => {
  const fields = "allowed-tools: Read Bash(git add, git rm:*) Write";
  const { profile, session } = start("gencode", { [gen]: good.replace("d\n", `d\n${fields}\n`) });
  const [fix] = quickFixes(profile, session, { rule: "yaml", location: gen });
  expect(fix?.writes[0]?.text).toContain('  - "Read"\n  - "Bash(git add, git rm:*)"\n  - "Write"\n');
});

test("a skill with a link to a folder is not moved: no edit can be a link", () => {
  const profile = profileById("keen");
  const location = "/workspace/pack/a/SKILL.md";
  const labels = (links: Texts) => {
    const session = loadSession(
      profile,
      textFiles({ [location]: good, "/workspace/docs/x.md": "x" }, { links }),
      place,
    );
    return quickFixes(profile, session, { rule: "root", location }).map(({ label }) => label);
  };
  expect(labels({ "/workspace/pack/a/x.md": "../../docs/x.md" })).toEqual([expect.stringMatching(/^Move it to /)]);
  expect(labels({ "/workspace/pack/a/docs": "../../docs" })).toEqual([]);
});

test("moving a skill takes its files along, and leaves those of others", () => {
  const { profile, session } = start("keen", {
    "/workspace/s/a/SKILL.md": good,
    "/workspace/s/a/x/y.md": "y",
    "/workspace/s/SKILL.md": good,
  });
  const fixes = (location: string) => quickFixes(profile, session, { rule: "root", location })[0]?.moves.length;
  expect(fixes("/workspace/s/a/SKILL.md")).toBe(2);
  expect(fixes("/workspace/s/SKILL.md")).toBe(1);
});

test.each([
  [
    "keen",
    config,
    '{ // mine\n "is_enabled": {"a": "no", "b": true,}}',
    '{\n  "is_enabled": {\n    "a": false,\n    "b": true\n  }\n}\n',
  ],
  [
    "gencode",
    "/workspace/.gen/skills.json",
    '{"x":1,"skills":{"a":"paused","b":"active"}}',
    '{\n  "skills": {\n    "b": "active"\n  },\n  "x": 1\n}',
  ],
  ["kodelet", kodeletConfig, "skills: [", "skills:\n  enabled: true\n"],
])("%s: a state file that is ignored is mended, what can be understood of it kept", (id, path, text, expected) => {
  const { profile, session } = start(id, { [path]: text });
  const fixes = stateNotices(profile, session.files, place).flatMap((notice) => quickFixes(profile, session, notice));
  expect(fixes.map(({ writes }) => writes)).toContainEqual([{ path, text: expected }]);
});

describe.each(profiles.map((profile) => [profile.label, profile] as const))("%s", (_label, profile) => {
  const at = `${installRoot(profile, place, "project")}/a/SKILL.md`;

  test("whatever a fix is offered for passes after it", () => {
    const part = fc.constantFrom(
      ...[
        "---",
        "name: a",
        "name: 'a",
        "name:",
        "description: d",
        "description: x: y",
        "description: [",
        "- x",
        "\ttab: 1",
      ],
      ...["allowed-tools: Read", "metadata:", "  a: b: c", "{}", "# A", "", "Text.", "\ufeff"],
    );
    const broken = ({ outcome, rule }: RuleTest) =>
      outcome !== "passed" && outcome !== "not reached" && rule !== "standard";
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (lines) => {
        const texts = { [at]: lines.join("\n") };
        const { session } = start(profile.id, texts);
        for (const { rule } of explain(profile, session, at).tests.filter(broken)) {
          for (const fix of quickFixes(profile, session, { rule, location: at })) {
            const after = start(profile.id, applied(texts, fix)).session;
            const { tests } = explain(profile, after, afterMove(at, fix));
            const outcome = tests.find((each) => each.rule === rule)?.outcome;
            // Cline takes all of a broken file for its text: that nothing follows the frontmatter shows only when this is mended.
            const isBodyNext = outcome === "not reached" && tests.find(broken)?.rule === "body";
            expect({ lines, label: fix.label, outcome, isBodyNext }).toMatchObject(
              isBodyNext ? { isBodyNext } : { outcome: "passed" },
            );
          }
        }
      }),
      {
        numRuns: process.env.SOAK ? 1000 : 50,
        examples: [[["---", "name: 'a", "---"]], [["---", "---", "description: d", "name:", "---"]]],
      },
    );
  });

  test("a finding of a candidate has the fixes of its rule", () => {
    const { session } = start(profile.id, { "/elsewhere/x/SKILL.md": good });
    const [notice] = session.discovery.candidates[0]?.notices ?? [];
    expect(notice && quickFixes(profile, session, notice)).toHaveLength(1);
  });
});

test("what is the matter with many is mended in one change, the first of two that need the same file first", () => {
  const at = (path: string) => `/workspace/${path}/SKILL.md`;
  const { profile, session } = start("keen", { [at("one/a")]: good, [at("three/a")]: good, [at("two/b")]: good });
  const troubles = session.discovery.candidates.flatMap(({ notices }) => notices);
  const fix = finish(fixOfAll(profile, session, troubles, { label: (count) => `Fix ${count}` }));
  expect(fix?.label).toBe("Fix 2");
  expect(fix?.moves).toEqual([
    { from: at("one/a"), to: `${keen}/a/SKILL.md` },
    { from: at("two/b"), to: `${keen}/b/SKILL.md` },
  ]);
  expect(finish(fixOfAll(profile, session, [], { label: String }))).toBeUndefined();
});
