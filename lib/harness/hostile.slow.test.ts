import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findHiddenText } from "#lib/skills/hidden-text.ts";
import { type Dialect, readFrontmatter } from "#lib/skills/read-frontmatter.ts";
import type { Fence } from "#lib/skills/split-frontmatter.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { guard } from "./access/guard.ts";
import { renderCatalog } from "./catalog/catalog.ts";
import { discover } from "./discovery/discover.ts";
import { completeLine } from "./invocation/complete-line.ts";
import { interpretLine } from "./invocation/interpret-line.ts";
import { callSkillTool, skillToolOf } from "./invocation/skill-tool.ts";
import { substitute } from "./invocation/substitution.ts";
import { profiles } from "./profiles.ts";
import { installRoot } from "./roots/roots.ts";
import { loadSession } from "./session.ts";
import { readStates, setState, settableStates, stateNotices } from "./states/states.ts";
import type { Profile } from "./vocabulary/profile.ts";
import type { Session } from "./vocabulary/session.ts";
import { fillTemplate } from "./vocabulary/template.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const everyProfile = profiles.map((profile) => [profile.label, profile] as const);

/** Pieces of skill texts, arguments and YAML, and texts that break programs. */
const piece = fc.constantFrom(
  ...[
    "---",
    "----",
    "-",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "\0",
    "\ufeff",
    "\u2028",
    "\ud800",
    "🔧",
    "é",
    "x",
    "1",
    "\\",
    "`",
  ],
  ...[
    "name:",
    "description:",
    "name: a\n",
    "description: b\n",
    ": ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    "&a",
    "*a",
    "!!str",
    "|",
    ">",
  ],
  ...[
    '"',
    "'",
    "#",
    "$",
    "$&",
    "$1",
    "$$",
    "$`",
    "$'",
    "$0",
    "$ARGUMENTS",
    "$ARGUMENTS[0]",
    "\u0024{x}",
    "!`a`",
    "```!\n",
    "\n```",
  ],
  ...[
    "/",
    "/demo",
    "/skills",
    "$demo",
    "[$demo](",
    "](",
    ")",
    "..",
    "~",
    "__proto__",
    "constructor",
    "{name}",
    "{#name}",
    "<<",
  ],
);
const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join("")),
);
const skillText = fc.oneof(
  hostile,
  hostile.map((text) => `---\n${text}\n---\n`),
  fc.tuple(hostile, hostile).map(([yaml, body]) => `---\nname: demo\ndescription: d\n${yaml}\n---\n${body}`),
);

function pathOf(profile: Profile, folder = "demo"): string {
  return `${installRoot(profile, place, "project")}/${folder}/SKILL.md`;
}

function sessionOf(profile: Profile, text = "---\nname: demo\ndescription: d\n---\nDo $1.\n"): Session {
  return loadSession(profile, textFiles({ [pathOf(profile)]: text }), place);
}

/** For each property over all harnesses, which share most of their parts. */
const tries = { numRuns: process.env.SOAK ? 500 : 10 };

describe.each(everyProfile)("%s", (_label, profile) => {
  test("makes the same of any file twice, and always something", () => {
    fc.assert(
      fc.property(skillText, (text) => {
        const files = () => textFiles({ [pathOf(profile)]: text, [pathOf(profile, "other")]: text });
        const { candidates, ...rest } = discover(profile, files(), place);
        expect(candidates.map(({ location }) => location).sort()).toEqual([pathOf(profile), pathOf(profile, "other")]);
        expect(discover(profile, files(), place)).toEqual({ candidates, ...rest });
      }),
      tries,
    );
  });

  test("answers any line, tool call, path and state, whatever its skill says", () => {
    fc.assert(
      fc.property(skillText, hostile, (text, typed) => {
        const session = sessionOf(profile, text);
        for (const line of [typed, `/demo ${typed}`, `$demo ${typed}`]) {
          expect(["text", "invocation", "command"]).toContain(interpretLine(profile, session, line).kind);
          for (const { insert } of completeLine(profile, session, line)) expect(insert.startsWith(line)).toBe(true);
        }
        expect(["granted", "pending", "denied"]).toContain(guard(profile, session, typed, typed).permission);
        const catalog = renderCatalog(profile, session);
        for (const { start, end } of catalog.rows) expect(end).toBeGreaterThan(start);
      }),
      tries,
    );
  });

  test("answers a call of its tool with any input", () => {
    const tool = skillToolOf(profile);
    const session = sessionOf(profile);
    const input = fc.oneof(
      fc.anything(),
      hostile,
      fc.record({ skill: hostile, skill_name: hostile, args: fc.anything() }),
    );
    fc.assert(
      fc.property(input, (called) => {
        if (tool) {
          const result = callSkillTool(profile, tool, session, { input: called, active: new Set() });
          expect(["loaded", "refused"]).toContain(result.kind);
        }
      }),
      tries,
    );
  });

  test("reads any state file, and sets a state beside anything in it", () => {
    const { states } = profile;
    const files = "files" in states ? states.files : "file" in states ? [states.file] : [];
    const content = fc.oneof(
      hostile,
      fc.json(),
      fc.constantFrom('{"is_enabled":{"__proto__":false}}', '{"skills":null}'),
    );
    fc.assert(
      fc.property(content, (text) => {
        const own = files.map(({ scope, path }) => [`${scope === "home" ? place.home : place.cwd}/${path}`, text]);
        const tree = textFiles({
          ...Object.fromEntries(own),
          [pathOf(profile)]: "---\nname: demo\ndescription: d\n---\n",
        });
        const session = loadSession(profile, tree, place);
        expect(readStates(profile, session, session.whyOff).size).toBe(session.discovery.skills.length);
        for (const notice of stateNotices(profile, tree, place)) expect(notice.code).toBe("state-file-ignored");
        const [skill] = session.discovery.skills;
        for (const state of settableStates(profile)) if (skill) setState(profile, session, { skill, state });
      }),
      tries,
    );
  });

  test("never replaces placeholders in an argument", () => {
    const marked = hostile.map((text) => `<${text.replace(/[\s"'\\<>]/g, "")}>`);
    fc.assert(
      fc.property(marked, (argument) => {
        // OpenCode replaces in two passes, and JavaScript interprets dollar signs in its arguments as in a replacement.
        if (["none", "numbered-words"].includes(profile.substitution.kind)) return;
        // What would begin a command in the text is broken up (`substitution.test.ts`).
        if ("command" in profile.substitution && /`!|!`/.test(argument)) return;
        const all = substitute(profile.substitution, "[$ARGUMENTS]", [argument]);
        expect(all).toBe(`[${argument}]`);
        expect(substitute(profile.substitution, "$ARGUMENTS $ARGUMENTS", [argument])).toBe(`${argument} ${argument}`);
      }),
      tries,
    );
  });

  test("asks for arguments at most as often as there are placeholders", () => {
    if (profile.substitution.kind !== "placeholders") return;
    let asked = 0;
    const args = new Proxy(["a", "b"], {
      get(target, key) {
        if (typeof key === "string" && /^\d+$/.test(key)) asked++;
        return Reflect.get(target, key);
      },
    });
    substitute(profile.substitution, `${"$1 ".repeat(1_000)}${"text ".repeat(10_000)}`, args);
    expect(asked).toBeLessThanOrEqual(1_000);
  });
});

const fences: readonly Fence[] = ["trimmed-lines", "any-dashes", "next-dashes", "first-block", "meta-dashes"];
const dialects: readonly Dialect[] = [
  { kind: "go-struct", types: { name: "text", description: "text", "allowed-tools": "list" } },
  { kind: "go-untyped" },
  { kind: "strict" },
  { kind: "lenient" },
  { kind: "mended", mustBeText: ["name"] },
];
const readings = fences.flatMap((fence) => dialects.map((dialect) => [fence, dialect.kind, dialect] as const));

test.each(readings)("the fence %s and the dialect %s read any text, and the same twice", (fence, _kind, dialect) => {
  fc.assert(
    fc.property(skillText, (text) => {
      const result = readFrontmatter(text, fence, dialect);
      expect(readFrontmatter(text, fence, dialect)).toEqual(result);
      if (result.kind === "problem") return;
      for (const { line } of result.fields.values()) expect(line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length);
    }),
  );
});

test("a value is put into a template as it is, once", () => {
  fc.assert(
    fc.property(hostile, hostile, (first, second) => {
      const values = { first, second, list: [{ first: second }] };
      expect(fillTemplate("{first}|{second}", values)).toBe(`${first}|${second}`);
      expect(fillTemplate("{#list}<{first}>{/list}", values)).toBe(`<${second}>`);
    }),
  );
});

/** A quadratic search over this many of any piece takes minutes, which exceeds the test's time limit. */
const size = 200_000;
const repeated = [
  "](",
  "[$a](",
  " ",
  "\n",
  "\\",
  '"',
  "'",
  "---\n",
  "-",
  "```!\n",
  "!`",
  "\u0024{",
  "$a",
  "$",
  "[",
  "\t\n",
  "x: ",
  "<",
  "\u200b",
];

test.each(repeated)(
  "200 KB of %j are read, searched and typed in time",
  (text) => {
    const long = text.repeat(size / text.length);
    for (const profile of profiles) {
      const session = sessionOf(profile, `---\nname: demo\ndescription: d\n---\n${long}`);
      for (const line of [long, `/demo ${long}`, `$demo ${long}`]) {
        interpretLine(profile, session, line);
        completeLine(profile, session, line);
      }
      sessionOf(profile, `---\n${long}`);
      sessionOf(profile, `---\nname: demo\n${text.repeat(30_000 / text.length)}\n---\n`);
      sessionOf(profile, `---\nname: x: ${text.repeat(30_000 / text.length)}y\n---\n`);
    }
    expect(findHiddenText(long)?.count ?? 0).toBe(text === "\u200b" ? size : 0);
  },
  60_000,
);
