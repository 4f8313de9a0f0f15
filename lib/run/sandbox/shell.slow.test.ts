import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { javaScriptParts } from "../../tasks/javascript-parts.ts";
import { prepareJavaScript, shellOver } from "./run-fixture.ts";

describe("a script", () => {
  it("is run by the interpreter that its first line names, with its arguments", async () => {
    const { run } = shellOver({
      "!/workspace/a.js": "#!/usr/bin/env node\nconsole.log(process.argv.slice(2));",
      "!/workspace/b.sh": '#!/bin/bash\necho "$2"',
    });
    expect(await run("./a.js x 'y z'; ./b.sh x 'y z'")).toEqual({ out: "[ 'x', 'y z' ]\ny z\n", err: "", status: 0 });
  });

  it("reads its input from a pipe and tells its exit code", async () => {
    const { run } = shellOver({
      "/workspace/in.js":
        "process.stdout.write(require('fs').readFileSync(0, 'utf8').toUpperCase()); process.exitCode = 4",
    });
    expect(await run("echo abc | node in.js; echo $?")).toMatchObject({ out: "ABC\n4\n" });
  });

  it("has its options and arguments as bash takes them", async () => {
    const { run } = shellOver({
      "/workspace/d.sh": 'for each in "$@"; do echo "<$each>"; done\nshift\necho $# $10\n',
    });
    expect((await run("bash d.sh a 'b  c' d")).out).toBe("<a>\n<b  c>\n<d>\n2 b c0\n");
    expect(await run("bash -euo pipefail -c 'false | true; echo no'")).toMatchObject({ out: "", status: 1 });
    expect((await run("bash -c 'echo $0 $1' x y; echo 'echo hi $1' | bash -s z")).out).toBe("x y\nhi z\n");
  });

  it("does what its trap says when it ends, with its own variables and functions", async () => {
    const { run } = shellOver({
      "/workspace/c.sh": "trap 'echo bye' EXIT\necho hello\nexit 3\n",
      "/workspace/d.sh": 'clean() { echo "clean $made, $?"; }\nmade=abc\ntrap clean EXIT\nset -e\nfalse\necho no\n',
      "/workspace/e.sh":
        "trap 'echo outer' EXIT\n(x=1; trap 'echo inner $x' EXIT; exit 2) || echo $?\ny=$(trap 'echo words' EXIT; echo a)\necho $y\ntrap - EXIT\n",
      "/workspace/f.sh": "trap 'exit 7' EXIT\necho f\n",
      "!/workspace/g.sh": "#!/bin/bash\ntrap 'echo file' EXIT\necho g\n",
    });
    expect(await run("bash c.sh")).toEqual({ out: "hello\nbye\n", err: "", status: 3 });
    expect(await run("bash d.sh")).toEqual({ out: "clean abc, 1\n", err: "", status: 1 });
    expect(await run("bash e.sh")).toEqual({ out: "inner 1\n2\na words\n", err: "", status: 0 });
    expect(await run("bash f.sh; echo $?; ./g.sh; echo after")).toMatchObject({ out: "f\n7\ng\nfile\nafter\n" });
    expect(await run("trap 'echo $each' EXIT; for each in 1 2; do :; done; echo now")).toMatchObject({
      out: "now\n2\n",
    });
  });
});

it("finds no program that is not here, and says why where it is called all the same", async () => {
  const { run } = shellOver();
  const asked = "command -v git || which kubectl || type -P uv || hash npm 2> /dev/null || echo none";
  expect(await run(asked)).toMatchObject({ out: "none\n", err: "" });
  expect(await run("git status; echo $?")).toMatchObject({
    out: "127\n",
    err: "git: not available: there is no git in a script's shell; the workspace itself shows what changed.\n",
  });
});

it("has a file for each command, which a script may change, move and remove like its own", async () => {
  const { run, tree } = shellOver();
  const found = "ls /bin /usr/bin | grep -c '^sort$'; [ -x /usr/bin/sort ] && which sort node; echo a | /bin/sort";
  expect(await run(found)).toMatchObject({ out: "2\n/usr/bin/sort\n/usr/bin/node\na\n", err: "" });
  expect((await run("stat -c '%a %h' /bin/sort; echo more >> /bin/sort; cat /bin/sort /usr/bin/sort")).out).toBe(
    "755 1\n#!/bin/bash\n# Built-in command: sort\nmore\n#!/bin/bash\n# Built-in command: sort\n",
  );
  expect((await run("chmod -x /usr/bin/sort; command -v sort; echo b | sort")).out).toBe("/bin/sort\nb\n");
  const removed = await run("rm /usr/bin/sort; mv /bin/sort /tmp; echo c | sort; echo $?; ls /tmp");
  expect(removed).toMatchObject({ out: "127\nsort\n", err: "bash: line 1: sort: command not found\n" });
  expect(tree.changes()).toEqual({ written: [], removed: [] });
  // What one run does to them reaches no other.
  expect((await shellOver().run("cat /bin/sort")).out).toBe("#!/bin/bash\n# Built-in command: sort\n");
});

it("does not go on with fewer words than braces stand for", async () => {
  const { run } = shellOver();
  expect(await run("for each in {1..1000000000}; do :; done; echo after")).toEqual({
    ...{ out: "", status: 126 },
    err: "bash: line 1: brace expansion result limit exceeded (100000)\n",
  });
});

it("stops what awk and sed print or keep without end, and tells what is wrong with its program", async () => {
  const { run } = shellOver();
  const endless = 'awk \'BEGIN { s = sprintf("%9999s", "x"); while (1) print s }\'';
  expect(await run(`${endless} > f`)).toMatchObject({ err: "awk: more output than 16 MB\n", status: 2 });
  expect(await run("awk 'BEGIN { printf \"%9999999d\", 1 }'")).toMatchObject({
    err: "awk: a width in a format is too large\n",
    status: 2,
  });
  expect(await run("awk 'BEGIN { while (1) a[i++] = 1 }'")).toMatchObject({
    err: "awk: array a has too many elements\n",
    status: 2,
  });
  expect(await run("awk 'BEGIN { s = \"xx\"; while (1) s = s s }'")).toMatchObject({
    err: "awk: a text is too long\n",
    status: 2,
  });
  expect(await run("awk 'BEGIN { NF = 1e9 }'")).toMatchObject({
    err: "awk: a record cannot have 1000000000 fields\n",
    status: 2,
  });
  expect(await run("awk 'function f(n) { return f(n) } BEGIN { f(1) }'")).toMatchObject({
    err: "awk: the program nests too deeply\n",
    status: 2,
  });
  const line = "x".repeat(9999);
  expect(await run(`echo ${line} | sed ':a;p;ba'`)).toMatchObject({ err: "sed: more output than 16 MB\n", status: 1 });
  expect(await run("awk '{ print $1'")).toMatchObject({
    err: "awk: syntax error at source line 1: unexpected the end\n",
    status: 1,
  });
});

it("refuses what would keep a program at work until the run is stopped", async () => {
  const { run } = shellOver({ "/workspace/lines": "x\n".repeat(150_000) });
  const said: readonly (readonly [line: string, message: string])[] = [
    ["hexdump -ve '99999999/1 \"%02x\"' lines", "hexdump: no more than 65536 parts of a line are possible here\n"],
    ["csplit -n 6 lines /x/ '{*}'", "csplit: no more than 5000 files are possible here\n"],
    ["bc <<< '9^9^9'", "Runtime error: more than 1000000 digits are not possible here\n"],
    ["printf 'define f(x) { return f(x + 1) }\nf(1)\n' | bc", "Runtime error: this is nested too deeply\n"],
    ["printf '%050000d\n' 1 | tr 01 '(1' | bc", "(standard_in) 1: this is nested too deeply\n"],
  ];
  for (const [line, err] of said) expect(await run(line)).toMatchObject({ out: "", err });
});

it("says where files hold what is begun in the background and would not have written it yet", async () => {
  const { run } = shellOver();
  const write = "(for i in 1 2 3; do echo $i > f; sleep 0.01; done) &";
  const early = "bash: /workspace/f: what runs in the background has already written all of it here\n";
  const late =
    "bash: line 1: kill: (2) - Files hold more than they would elsewhere: it ran to its end when it was begun\n";
  expect(await run(`${write} cat f; cat f`)).toMatchObject({ out: "3\n3\n", err: early });
  expect(await run(`${write} wait; cat f`)).toMatchObject({ out: "3\n", err: "" });
  expect(await run("(while :; do echo x >> g; sleep 1; done) & kill $!; wait")).toMatchObject({ err: late });
  expect(await run("(while :; do sleep 1; done) & kill $!; wait")).toMatchObject({ err: "" });
});

it("makes no file larger than a run may leave, and counts lines in any number", async () => {
  const { run } = shellOver({});
  const refused = "no more than 104857600 bytes are possible here\n";
  for (const line of ["echo a | dd of=x seek=1G bs=1", "dd if=/dev/zero of=x bs=1 count=1 seek=100M"])
    expect(await run(line)).toMatchObject({ err: `dd: ${refused}`, status: 1 });
  expect(await run("truncate -s 10000000000 x")).toMatchObject({ err: `truncate: ${refused}`, status: 1 });
  expect(await run("ls x")).toMatchObject({ status: 2 });
  expect(await run("seq 200000 | wc -L")).toMatchObject({ out: "6\n", status: 0 });
});

describe("what is printed", () => {
  it("is told when it is printed, by commands, functions, loops, programs and scripts", async () => {
    const { run, pieces } = shellOver({
      "/workspace/a.sh":
        "say() { echo \"$1\"; }\nfor each in a b; do say $each; done\nnode -e 'console.log(1); console.log(2)'\n",
    });
    await run("echo begin; echo wrong >&2; bash a.sh < /dev/null; ls nowhere 2>&1 || { echo x | tr x y; }");
    const wrong = "ls: cannot access 'nowhere': No such file or directory\n";
    expect(pieces).toEqual(["begin\n", "! wrong\n", "a\n", "b\n", "1\n", "2\n", wrong, "y\n"]);
  });

  it("goes where it is said to go, and nowhere else before", async () => {
    const { run } = shellOver({ "/workspace/p.js": "console.log('out'); console.error('err');\n" });
    const into = async (line: string) => (await run(`${line}; echo "[$(cat f 2>/dev/null)]"; rm -f f`)).out;
    const both = ["out\nerr", "err\nout"].map((text) => `[${text}]\n`);
    expect(both).toContain(await into("node p.js > f 2>&1"));
    expect(both).toContain(await into("{ node p.js; } &> f"));
    expect(both).toContain(await into("say() { node p.js; } > f 2>&1; say"));
    expect(both).toContain(await into("(exec > f 2>&1; node p.js)"));
    expect(await into("shopt -s expand_aliases\nalias r='node p.js > f 2>/dev/null'\nr")).toBe("[out]\n");
    expect(await into("eval 'node p.js 2>/dev/null' > f")).toBe("[out]\n");
    expect(await into("bash -c 'node p.js 2>/dev/null' | cat > f")).toBe("[out]\n");
    expect(await into("node p.js 2>/dev/null | tee f >/dev/null")).toBe("[out]\n");
    expect(await into('x=$(node p.js 2>/dev/null); echo "got $x" > f')).toBe("[got out]\n");
    expect(await into("cat <(node p.js 2>/dev/null) > f")).toBe("[out]\n");
    expect(await into("echo p.js | xargs node 2>/dev/null > f")).toBe("[out]\n");
    expect(await into("env A=1 node p.js 2>/dev/null > f; timeout 5 node p.js 2>/dev/null >> f")).toBe("[out\nout]\n");
  });
});

describe("JavaScript", () => {
  it("starts from a memory in which the text of its own code is not left over", async () => {
    const { memory } = await javaScriptParts(0);
    const found = gunzipSync(await memory.arrayBuffer())
      .toString("latin1")
      .matchAll(/Moved Permanently/g);
    // What is left is the value itself.
    expect([...found]).toHaveLength(1);
  });

  it("imports modules, CommonJS files and parts of Node, and waits at its top", async () => {
    const { run } = shellOver({
      "/workspace/b.mjs":
        "import { x } from './lib.js';\nimport path from 'node:path';\nconst late = await new Promise((done) => setTimeout(() => done('late'), 5));\nconsole.log(x, late, path.join('a', '..', 'b'));",
      "/workspace/lib.js": "exports.x = { a: 1, c: new Map([[1, { d: 2 }]]) };",
    });
    expect(await run("node b.mjs")).toMatchObject({ out: "{ a: 1, c: Map(1) { 1 => { d: 2 } } } late b\n", status: 0 });
  });

  it("has its types taken out, and fails with a promise that nobody waits for", async () => {
    const { run } = shellOver({
      "/workspace/t.ts":
        "const n: number = 2;\nconsole.log(n);\nasync function main(): Promise<void> {\n  throw new Error('oh');\n}\nmain();\n",
    });
    const { out, err, status } = await run("node t.ts");
    expect([out, status]).toEqual(["2\n", 1]);
    expect(err).toContain("Error: oh");
  });

  it("fails with a promise that nobody waits for wherever it comes from, and with no other", async () => {
    const { run } = shellOver();
    const ended = async (code: string) => {
      const { out, err, status } = await run(`node -e '${code}'`);
      return [out, /Error: \w+/.exec(err)?.[0] ?? err, status];
    };
    expect(await ended('console.log(1); Promise.reject(new Error("oh")); console.log(2)')).toEqual([
      "1\n2\n",
      "Error: oh",
      1,
    ]);
    expect(await ended('const f = async () => { throw new Error("in") }; const kept = f()')).toEqual([
      "",
      "Error: in",
      1,
    ]);
    expect(await ended('setTimeout(async () => { await null; throw new Error("late") }, 1)')).toEqual([
      "",
      "Error: late",
      1,
    ]);
    const caught = 'const p = Promise.reject(new Error("no")); p.catch(() => console.log("caught"))';
    expect(await ended(caught)).toEqual(["caught\n", "", 0]);
    const all =
      "const f = async () => { throw 1 }; Promise.allSettled([f(), f()]).then((all) => console.log(all.length))";
    expect(await ended(all)).toEqual(["2\n", "", 0]);
    const tried = '(async () => { try { await Promise.reject(1) } catch { console.log("tried") } })()';
    expect(await ended(tried)).toEqual(["tried\n", "", 0]);
    const heard =
      'process.on("unhandledRejection", (error) => console.log("heard", error.message)); Promise.reject(new Error("x"))';
    expect(await ended(heard)).toEqual(["heard x\n", "", 0]);
  });

  it("starts other programs, from a promise, too", async () => {
    const { run } = shellOver({
      "/workspace/p.js":
        "const cp = require('child_process');\nconsole.log(cp.execSync('echo hi | tr a-z A-Z').toString().trim());\nconsole.log(cp.spawnSync('node', ['-e', 'process.exit(3)']).status);\nPromise.resolve().then(() => console.log(cp.execSync('pwd').toString().trim()));",
    });
    expect(await run("node p.js")).toMatchObject({ out: "HI\n3\n/workspace\n", status: 0 });
  });

  it("gets the engine that was made ready before it was known, which is no other's afterwards", async () => {
    const { run } = shellOver({ "/workspace/a.js": "globalThis.left = 1;\nconsole.log(process.argv[2]);\n" });
    prepareJavaScript();
    expect(await run("node a.js first; node -p 'typeof left'; node a.js second")).toMatchObject({
      out: "first\nundefined\nsecond\n",
      err: "",
    });
  });

  it("reads and writes the files of the shell", async () => {
    const { run, tree } = shellOver({ "/workspace/in.txt": "one" });
    const script =
      "const fs = require('fs'); fs.mkdirSync('made/deep', { recursive: true }); fs.writeFileSync('made/deep/x', fs.readFileSync('in.txt', 'utf8') + '\\n')";
    expect((await run(`node -e "${script}" && cat made/deep/x`)).out).toBe("one\n");
    expect(tree.changes().written.map(({ path }) => path)).toEqual(["workspace/made/deep/x"]);
  });

  it("says in one sentence that there is no network", async () => {
    const { run } = shellOver();
    expect(
      (await run("node -e \"fetch('https://x.example').catch((error) => console.log(error.cause.message))\"")).out,
    ).toBe("Scripts have no network here: https://x.example was not asked for.\n");
    expect(await run("curl https://x.example")).toEqual({
      out: "",
      err: "curl: not available: scripts have no network here.\n",
      status: 127,
    });
  });

  it("may import what the page has not of Node's modules, and is told where it calls it", async () => {
    const { run } = shellOver({
      "/workspace/w.mjs":
        "import { watch, existsSync } from 'node:fs';\nimport { fork } from 'node:child_process';\nconsole.log(existsSync('w.mjs'), typeof fork);\nwatch('.');\n",
    });
    const { out, err, status } = await run("node w.mjs");
    expect([out, status]).toEqual(["true function\n", 1]);
    expect(err).toContain(
      "Error [ERR_FEATURE_UNAVAILABLE_ON_PLATFORM]: fs.watch is not available: a page has no such part of Node.\n",
    );
  });

  it("is told what memory it has", async () => {
    const { run } = shellOver();
    const code =
      "const before = process.memoryUsage(); const held = new Uint8Array(5e6).fill(1); const { rss, heapUsed, arrayBuffers } = process.memoryUsage(); console.log(heapUsed - before.heapUsed >= 5e6, rss === process.memoryUsage.rss(), rss > 1e6, arrayBuffers >= 0, held.length)";
    expect((await run(`node -e '${code}'`)).out).toBe("true true true true 5000000\n");
  });

  it("cannot have more memory than it is given, nor recurse without end, and the next program can", async () => {
    const { run } = shellOver();
    expect(await run("node -e 'const all = [new Uint8Array(1e7), new Uint8Array(3e8)]'")).toMatchObject({ status: 1 });
    expect(await run("node -e 'const f = () => f() + 1; f()'")).toMatchObject({ status: 1 });
    expect(await run("node -p '1 + 1'")).toMatchObject({ out: "2\n", status: 0 });
  });
});
