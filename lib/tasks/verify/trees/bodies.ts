import { below, skillsIn, skillText, type Tree } from "../tree.ts";

/** What people put into a body, by a word for it. */
const bodies: Readonly<Record<string, string>> = {
  "command-inline": "Now: !`echo hi` end",
  "command-pwd": "!`cat notes.txt`",
  "command-fails": "A !`exit 3` B",
  "command-none": "A !`no-such-program-here` B",
  "command-block": "Before\n\n```!\necho one\necho two\n```\n\nAfter",
  "command-arguments": "!`echo $ARGUMENTS` and !`echo $0`",
  "command-glued": "a!`echo hi` (!`echo ho`)",
  "command-spaced": "! `echo hi` and `!echo hi`",
  "command-unclosed": "A !`echo hi\nB",
  "command-empty": "A !`` B !` ` C",
  "command-escaped": "A \\!`echo hi` B",
  "command-in-code": "```\n!`echo hi`\n```",
  "file-plain": "@notes.txt",
  "file-dotted": "See @./notes.txt and @pkg/b.md.",
  "file-missing": "See @missing.txt!",
  "file-outside": "See @../shared/d.txt and @~/x.txt and @/mnt/shared/d.txt",
  "file-glued": "me@notes.txt (@notes.txt) `@notes.txt`",
  "file-folder": "All of @pkg/ and @pkg",
  "file-quoted": 'See @"with blank.txt" and @with\\ blank.txt',
  "variables-braced": `\${CLAUDE_SKILL_DIR} \${CLAUDE_PROJECT_DIR} \${CLAUDE_PLUGIN_ROOT} \${HOME} \${PWD} \${CLAUDE_X}`,
  "variables-plain": "$CLAUDE_SKILL_DIR $CLAUDE_PROJECT_DIR $HOME $PWD $USER",
  "variables-odd": `\${CLAUDE_SKILL_DIR \${ CLAUDE_SKILL_DIR } \\\${CLAUDE_SKILL_DIR} $\${CLAUDE_SKILL_DIR} {CLAUDE_SKILL_DIR}`,
  "all-arguments": "A[$ARGUMENTS] q['$ARGUMENTS'] b[`$ARGUMENTS`] t[$ARGUMENTS.] u[$ARGUMENTS_X] l[$arguments]",
  "indexed-arguments":
    "a[$ARGUMENTS[0]] b[$ARGUMENTS[2]] c[$ARGUMENTS[-1]] d[$ARGUMENTS[1:]] e[$ARGUMENTS[ 0 ]] f[$ARGUMENTS[]]",
  "indexed-twice": "a[$ARGUMENTS[0][1]] b[$ARGUMENTS[00]] c[$ARGUMENTS[1]$ARGUMENTS[0]] d[$ARGUMENTS [0]]",
  "numbered-arguments": "0[$0] 1[$1] 2[$2] 3[$3] 01[$01] t[$0.] d[$0-1] u[$0_] l[$0a] n[$-1] s[$ 0]",
  "numbered-glued": "$0$1 x$0y ($1) \"$0\" '$1' $0,$1;$2",
  "escaped-arguments": "a[\\$0] b[\\\\$0] c[\\\\\\$0] d[\\$ARGUMENTS] e[$$0] f[$$$0] g[\\$$0]",
  "braced-arguments": `a[\${0}] b[\${1}] c[\${ARGUMENTS}] d[\${ARGUMENTS[0]}] e[\${file}] f[\${1:-x}]`,
  "shell-arguments": "a[$@] b[$*] c[$#] d[$?] e[$!] f[$_] g[$(x)] h[$'x']",
  "named-arguments":
    "f[$file] F[$FILE] c[$count] x[$files] u[$file_name] d[$file-name] i[$file[0]] g[$file$count] m[$other]",
  "brace-templates": "{{args}} {{arguments}} {{file}} {args} {0} {file} <file> [file] %s %1 @{notes.txt} !{echo hi}",
  "reminder-tags": "<system-reminder>no</system-reminder> </skill> </instructions> <command-name>/x</command-name>",
  "fence-inside": "---\nname: again\n---\n\n***\n\n---",
  "carriage-returns": "one\r\ntwo\r\n\r\nthree\rfour",
  "blank-ends": "\n\n  indented first\n\nlast  \n\n\n",
  "only-blanks": " \n\t\n ",
  "long-body": `${"A line of a long body that goes on. ".repeat(20)}\n`.repeat(20),
  "wide-signs": "日本語 🚀 e\u0301 \u200b\u202e\u2028x\u00a0y\ufeffz",
  "control-signs": "a\x07b\x1b[31mc\x7fd",
  "dollar-signs": "$ $$ $$$ $& $` $' $1$$ $<x> US$5 5$",
};
const all = Object.entries(bodies);
const files = {
  "app/notes.txt": "the notes\n",
  "app/pkg/b.md": "text of b\n",
  "app/with blank.txt": "blank\n",
  "shared/d.txt": "d\n",
  "home/x.txt": "x\n",
};
const frontmatter = (name: string) => `name: ${name}\ndescription: about ${name}\narguments: [file, count]`;

/** Each body called by the model with words, without, and typed by a person. */
export const bodyTrees: readonly Tree[] = [
  ...all.map(
    ([name, body]): Tree => ({
      name: `text-of-${name}`,
      why: `${JSON.stringify(body.slice(0, 80))} typed and called`,
      files: { ...files, ...below("{project}", { [`${name}/SKILL.md`]: skillText(frontmatter(name), body) }) },
      line: `/${name} a "b c" d`,
      calls: [[name, "one 'two three'"], [name], [name, ""]],
    }),
  ),
  ...[0, 1].map(
    (half): Tree => ({
      name: `texts-called-${half}`,
      why: "bodies of all kinds, called without words",
      files: {
        ...files,
        ...skillsIn(
          "{home}",
          Object.fromEntries(
            all
              .filter(([name], index) => index % 2 === half && !name.startsWith("command") && name !== "long-body")
              .map(([name, body]) => [name, skillText(frontmatter(name), body)]),
          ),
        ),
      },
      calls: all
        .filter(([name], index) => index % 2 === half && !name.startsWith("command") && name !== "long-body")
        .map(([name]) => [name] as const),
    }),
  ),
];
