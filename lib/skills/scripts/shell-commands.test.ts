import { expect, test } from "vitest";
import { shellCommands } from "./shell-commands.ts";
import { scriptLanguage, startedScript } from "./started-script.ts";

const words = (text: string) => shellCommands(text).commands.map((command) => command.words.join(" "));

test.each([
  ["ls -la", ["ls -la"]],
  ["cd a && bash 'my script.sh' \"b c\"; echo done", ["cd a", "bash my script.sh b c", "echo done"]],
  ["cat a | sort | uniq -c", ["cat a", "sort", "uniq -c"]],
  ["echo a # rm -rf /", ["echo a"]],
  ["echo 'a; rm b' \"c | d\"", ["echo a; rm b c | d"]],
  ["if test -f a; then rm a; else touch a; fi", ["test -f a", "rm a", "touch a"]],
  ["for f in *.md; do wc -l $f; done", ["wc -l $f"]],
  ["echo $(curl http://a.example) `id`", ["curl http://a.example", "id", "echo $(curl http://a.example) `id`"]],
  ["D=$(df -h / | awk '{ print \"(\" $5 }')", ["df -h /", 'awk { print "(" $5 }']],
  ['echo $(echo "it\'s") $(id)', ["echo it's", "id", 'echo $(echo "it\'s") $(id)']],
  ['X=$(curl "$(cat url)")', ["cat url", "curl $(cat url)"]],
  ['X="$(curl -s "$url")"', ["curl -s $url"]],
  ["echo $(a $(b $(c)))", ["c", "b $(c)", "a $(b $(c))", "echo $(a $(b $(c)))"]],
  ["X=$(cat <<EOF # (\nit's $(id)\nEOF\n) # it's\nls", ["cat", "ls"]],
  ["X=$((1 + $(nproc) * (2 + 3)))", ["nproc"]],
  ['echo "now $(date)"', ["date", "echo now $(date)"]],
  ["cat <<EOF\nrm -rf /\nEOF\nls", ["cat", "ls"]],
  ["cat <<-'EOF' | sort\n\trm x\n\tEOF\nls", ["cat", "sort", "ls"]],
  ["(cd a; ls)", ["cd a", "ls"]],
  ["python3 a.py \\\n  --all", ["python3 a.py --all"]],
  ["FOO=1 node a.js", ["node a.js"]],
  ["echo 'never closed", ["echo never closed"]],
  ['echo "never closed', ["echo never closed"]],
  ["", []],
])("reads the commands of %j", (text, wanted) => {
  expect(words(text)).toEqual(wanted);
});

test("tells what a command reads and writes, and on which line it stands", () => {
  const { commands } = shellCommands("ls\nsort < in.txt > out.txt 2>> log 2>&1\ncat a &> all");
  expect(commands.map(({ redirects, line }) => [line, redirects.map(({ kind, path }) => `${kind} ${path}`)])).toEqual([
    [1, []],
    [2, ["reads in.txt", "writes out.txt", "writes log"]],
    [3, ["writes all"]],
  ]);
});

test.each([
  "bash a.sh; rm b",
  "bash a.sh && rm b",
  "bash a.sh | sh",
  "bash a.sh $(rm b)",
  'bash a.sh "$X"',
  "bash a.sh `rm b`",
  "bash a.sh\nrm b",
  "bash a.sh <(rm b)",
  "bash a.sh <<< x",
  "bash a.sh <<X\nb\nX",
  "bash a.sh > /home/user/.bashrc",
  "bash a.sh &",
  "BASH_ENV=evil bash a.sh",
  "bash --rcfile evil a.sh",
  "node -r ./evil.js a.js",
  "env NODE_OPTIONS=x node a.js",
  "bash a.sh *",
  "bash a.sh ~",
  "bash a.sh {a,b}",
  "! bash a.sh",
  "source a.sh",
  "{ bash a.sh; }",
])("never takes %j for a script and nothing else", (text) => {
  const { commands, isOne } = shellCommands(text);
  expect(isOne && commands.every((command) => startedScript(command)?.isAlone)).toBe(false);
});

test.each([
  ["bash a.sh one 'two words'", "a.sh"],
  ["scripts/run.sh", "scripts/run.sh"],
  ["python3 ./a.py --rows 3;", "./a.py"],
  ["/usr/bin/node a.js", "a.js"],
])("takes %j for the script %s and nothing else", (text, path) => {
  const { commands, isOne } = shellCommands(text);
  expect([isOne, startedScript(commands[0] as never)]).toEqual([true, { path, isAlone: true }]);
});

test.each([
  "bash -c 'echo a'",
  "node -e 1",
  "python3 -m http.server",
  "bash",
  "cat a.sh",
  "node --eval 1",
  "constructor a.sh",
])("finds no script in %j", (text) => {
  expect(shellCommands(text).commands.map(startedScript)).toEqual([undefined]);
});

test("takes a time that grows with the text, whatever stands in it", () => {
  for (const piece of [
    "$(",
    "`",
    '"',
    "<<",
    "\\",
    "(",
    "a;",
    "${",
    "'\n",
    "$('",
    "$( '$(' ",
    "$($()",
    "$((",
    '"$(',
    "$(<<a\n",
    "$(()",
  ]) {
    expect(shellCommands(piece.repeat(50_000)).commands.length).toBeLessThanOrEqual(2001);
  }
});

test.each([
  ["a.py", "", "python"],
  ["a.mts", "", "javascript"],
  ["a.d.ts", "", undefined],
  ["tool", "#!/usr/bin/env python3\n", "python"],
  ["tool", "#!/bin/sh -e\n", "shell"],
  ["README.md", "#!/bin/sh\n", undefined],
  ["LICENSE", "MIT", undefined],
  ["a.constructor", "", undefined],
  ["a.__proto__", "", undefined],
  ["tool", "#!/usr/bin/env constructor\n", undefined],
])("%s is in its language by its name or its first line", (path, text, language) => {
  expect(scriptLanguage(path, text)).toBe(language);
});
