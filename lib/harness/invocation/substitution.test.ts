import fc from "fast-check";
import { expect, test } from "vitest";
import { claudeCode } from "#lib/harness/profiles/claude-code.ts";
import { keen } from "#lib/harness/profiles/keen.ts";
import type { Substitution } from "#lib/harness/vocabulary/activation.ts";
import { substitute } from "./substitution.ts";

/** The grammar of Keen Code's RFC: an index in brackets, numbers from 0. */
const indexed: Substitution = {
  kind: "placeholders",
  pattern: String.raw`\$ARGUMENTS\[(\d+)\]|\$ARGUMENTS|\$(\d)(?!\d)`,
  base: 0,
};

test("placeholders may be numbered from 0 and have more than one form", () => {
  expect(substitute(indexed, "$ARGUMENTS[1] of $ARGUMENTS: $0, $9|$10", ["x", "y"])).toBe("y of x y: x, |$10");
});

test("a harness without placeholders changes nothing", () => {
  expect(substitute({ kind: "none" }, "$1 $ARGUMENTS", ["a"])).toBe("$1 $ARGUMENTS");
});

const tricky = fc.oneof(fc.string(), fc.constantFrom("$1", "$ARGUMENTS", "$&", "$$", "$`", "$'", "$<index>"));

test("placeholders in an argument are never replaced", () => {
  fc.assert(
    fc.property(fc.array(tricky, { maxLength: 9 }), (args) => {
      const all = substitute(keen.substitution, "[$ARGUMENTS]", args);
      const each = substitute(keen.substitution, "<$1><$2><$3>", args);
      expect(all).toBe(`[${args.join(" ")}]`);
      expect(each).toBe(`<${args[0] ?? ""}><${args[1] ?? ""}><${args[2] ?? ""}>`);
    }),
  );
});

/** As OpenCode 1.18.33 was seen to fill them. */
test.each([
  ["$ARGUMENTS|$ARGUMENTSX", ' one  "two"', ' one  "two"| one  "two"X'],
  ["$1|$2", 'one "two three"  four', "one|two three four"],
  ["$3|$1", "one two three four", "three four|one"],
  ["$0|$1", "one two", "undefined|one two"],
  ["$0", "one two", "two"],
  ["$2", "one", ""],
  ["$1", "$ARGUMENTS x", "$ARGUMENTS x x"],
  ["text", "one", "text, one"],
  ["text", "  ", "text"],
])("numbered words: %j with %j", (text, typed, filled) => {
  expect(substitute({ kind: "numbered-words", appended: ", {arguments}" }, text, [typed])).toBe(filled);
});

const notRun = "[shell command execution disabled by policy]";
const context = { names: ["issue", "branch"], values: { ownFolder: "/s/demo", workingFolder: "/w", pluginFolder: "" } };
const fill = (text: string, typed = "") => substitute(claudeCode.substitution, text, typed ? [typed] : [], context);

test.each([
  ["all, whatever follows", "[$ARGUMENTSX] [$ARGUMENTS-]", "a b", "[a bX] [a b-]"],
  ["a name ends where a word does", "$issue-x $issue.y $issue_ $issue[0]", "12", "12-x 12.y $issue_ $issue[0]"],
  ["all as typed, quotes kept", "[$ARGUMENTS]", '"a b" c', '["a b" c]'],
  ["numbers from 0, words as a shell splits them", "$0|$1|$ARGUMENTS[1]", '"a b" c', "a b|c|c"],
  ["one that is missing stays", "$0 $1 $ARGUMENTS[2]", "a", "a $1 $ARGUMENTS[2]"],
  ["a variable in an argument", "[$ARGUMENTS] $0", `\${CLAUDE_PROJECT_DIR}/x`, "[/w/x] /w/x"],
  ["no other blank than these parts words", "$0|$1", "a\u00a0b\u3000c d", "a\u00a0b\u3000c|d"],
  ["what is sent elsewhere is no word", "$0", "2>&1 a", "a"],
  ["names by position, empty when missing", "$issue on [$branch]", "12", "12 on []"],
  ["other names are no placeholders", "$HOME $0", "x", "$HOME x"],
  ["a backslash keeps one, two do not", String.raw`\$0 \\$0 \$HOME`, "x", String.raw`$0 \\x \$HOME`],
  [
    "variables",
    `\${CLAUDE_SKILL_DIR}/a in \${CLAUDE_PROJECT_DIR} \${CLAUDE_OTHER} \${CLAUDE_EFFORT}`,
    "",
    `/s/demo/a in /w \${CLAUDE_OTHER} high`,
  ],
  ["appended where nothing stands for them", "Do it.", "fast", "Do it.\n\nARGUMENTS: fast"],
  ["appended where none of those that stand there got one", "Take $1.", "x", "Take $1.\n\nARGUMENTS: x"],
  ["a variable that is empty for a skill stays", `\${CLAUDE_PLUGIN_ROOT}`, "", `\${CLAUDE_PLUGIN_ROOT}`],
  ["not appended without any", "Do it.", "", "Do it."],
  ["an escaped placeholder stands for nothing", String.raw`\$0`, "x", "$0\n\nARGUMENTS: x"],
  ["a value is not expanded again", "$0 $1", "'$1' '$&'", "$1 $&"],
  ["three backslashes are text", String.raw`\\\$0`, "x", String.raw`\\\x`],
  ["an argument brings no command", "[$ARGUMENTS] $0", "!ls `!a !`b`", "[\\!ls ` \\!a \\! `b`] \\!ls"],
  ["a placeholder in a command is used", "!`echo $0`", "x", notRun],
  ["a code span hides a command", "`a !`b`", "", "`a !`b`"],
  ["commands of several lines", "!`a\nb` ```! c ```", "", `${notRun} ${notRun}`],
  ["commands are not run", "now: !`date $0`\n```!\nls\n```\na!`b`", "", `now: ${notRun}\n${notRun}\na!\`b\``],
])("%s", (_rule, text, typed, expected) => {
  expect(fill(text, typed)).toBe(expected);
});
