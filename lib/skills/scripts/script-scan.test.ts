import { expect, test } from "vitest";
import { scanScript } from "./script-scan.ts";

const imports = (path: string, text: string) =>
  scanScript(path, text)?.imports.map(({ module, line, isSure }) => `${line} ${module}${isSure ? "" : "?"}`);
const commands = (path: string, text: string) =>
  scanScript(path, text)?.commands.map(({ name, line }) => `${line} ${name}`);
const network = (path: string, text: string) =>
  scanScript(path, text)?.network.map(({ name, line }) => `${line} ${name}`);

test.each([
  ["import lxml", ["1 lxml"]],
  ["import os, yaml as y, a.b.c", ["1 os", "1 yaml", "1 a.b.c"]],
  ["from PIL import (\n  Image,\n  ImageDraw as D,\n)\nimport x", ["1 PIL", "5 x"]],
  ["from . import a\nfrom .b import c\nfrom .. import d", []],
  ['"""\nimport a\n"""\nimport b', ["4 b"]],
  ["'''x\\''' import a\n'''\nimport b", ["3 b"]],
  ['x = """import a"""; import b', ["1 b"]],
  ["# import a\nimport b # import c", ["2 b"]],
  ['print("import a\\nimport b")\nimport c', ["2 c"]],
  ["s = r'\\'\nimport a\n", ["2 a"]],
  ["f'{x[\"a\"]} import a'\nimport b", ["2 b"]],
  ["try:\n    import a\nexcept ImportError:\n    a = None\nimport b", ["2 a?", "5 b"]],
  ["try: import a\nexcept ImportError: import b\nimport c", ["1 a?", "2 b?", "3 c"]],
  ["def f():\n  if x := 1:\n    import a\nimport b", ["3 a?", "4 b"]],
  ['if __name__ == "__main__":\n    import a', ["2 a"]],
  ["from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\nimport b", ["1 typing", "4 b"]],
  ["class A:\n    import a", ["2 a"]],
  ["if a: x = 1\nimport b", ["2 b"]],
  ["import a \\\n  as b\nimport c", ["1 a", "3 c"]],
  ["m = importlib.import_module('lxml.etree')\n__import__('x')", ["1 lxml.etree?", "2 x?"]],
  ["important = 1\nimport_ = 2\nx.import_module", []],
  ["raise X from y\nyield from z", []],
  ["d = {\n'a':\n1}\nimport b", ["4 b"]],
  ["\ufeffimport a", ["1 a"]],
  ["import a\r\nimport b\r\n", ["1 a", "2 b"]],
])("finds what %j imports", (text, wanted) => {
  expect(imports("a.py", text)).toEqual(wanted);
});

test.each([
  [
    'import importlib.util\npath = Path(__file__).with_name("a.py")\nload("lib/b-c.py")',
    ["1 importlib.util", "2 a", "3 b-c"],
  ],
  ["import runpy\ndef f():\n  runpy.run_path('a.py')", ["1 runpy", "3 a?"]],
  ["m = importlib.import_module('own')", ["1 own?"]],
  ['print("Usage: a.py")\nopen("a.py")', []],
])("finds which modules that may be the skill's own %j loads", (text, wanted) => {
  const modules = scanScript("b.py", text)?.modules ?? [];
  expect(modules.map(({ module, line, isSure }) => `${line} ${module}${isSure ? "" : "?"}`)).toEqual(wanted);
});

test.each([
  ['import subprocess\nsubprocess.run(["soffice", "--headless"])', ["2 soffice"]],
  ['import subprocess\nsubprocess.run("cd a && pandoc x | sort", shell=True)', ["2 cd", "2 pandoc", "2 sort"]],
  ['import os\nos.system("ffmpeg -i a")', ["2 ffmpeg"]],
  ['import subprocess\ncmd = [\n  "soffice",\n  x]\nsubprocess.run(cmd)', ["3 soffice"]],
  ['import subprocess\nnames = ["cat", "dog"]', []],
  ["import subprocess\nsubprocess.run([sys.executable, 'a.py'])", []],
  ['# run(["pandoc"])\nimport subprocess', []],
  ['app.run("pandoc")', []],
])("finds what %j starts", (text, wanted) => {
  expect(commands("a.py", text)).toEqual(wanted);
});

test.each([
  [
    "a.py",
    "from urllib import request, parse\nimport http.client\nfrom urllib.parse import quote\nimport requests",
    ["1 urllib.request", "2 http.client", "4 requests"],
  ],
  ["a.mjs", "import https from 'node:https';\nawait fetch('x');\nx.fetch(1)", ["1 node:https", "2 fetch"]],
  [
    "a.js",
    "new WebSocket(address);\nx = new EventSource('/e');\nWebSocket.OPEN; class WebSocket {}",
    ["1 WebSocket", "2 EventSource"],
  ],
])("finds what of %s asks for a network", (path, text, wanted) => {
  expect(network(path, text)).toEqual(wanted);
});

test.each([
  ["import a from 'a';", ["1 a"]],
  ["import { b,\n c } from \"@x/y/z\";\nimport 'd';", ["2 @x/y/z", "3 d"]],
  ["export * from 'a'; export { b } from 'b'", ["1 a", "1 b"]],
  ["import type { A } from 'a';\nimport fs from 'fs';\nimport x from './x.js'", ["2 fs"]],
  ["const a = require('a'), b = require(\"node:fs\")", ["1 a", "1 node:fs"]],
  ["const a = await import('a')", ["1 a?"]],
  ["// import a from 'a'\n/* require('b') */ require('c')", ["2 c"]],
  ["const s = \"require('a')\", t = `import x from 'b'`", []],
  ["const r = /require('a')/; require('b')", ["1 b"]],
  ["const r = /[/'\"]/g, q = a / b; require('b')", ["1 b"]],
  ["x.require('a'); Array.from('b'); from 'c'", []],
  ["#!/usr/bin/env node\nrequire('a')", ["2 a"]],
])("finds what %j imports", (text, wanted) => {
  expect(imports("a.ts", text)).toEqual(wanted);
});

test.each([
  ["import { execSync } from 'child_process';\nexecSync(`ffmpeg -i a`)", ["2 ffmpeg"]],
  ["const { spawn } = require('node:child_process'); spawn('soffice', [])", ["1 soffice"]],
  ["/a/.exec('curl')", []],
])("finds what %j starts", (text, wanted) => {
  expect(commands("a.js", text)).toEqual(wanted);
});

test("finds what a script of shell starts behind other words", () => {
  expect(commands("a.sh", "env A=1 pandoc x\nfor f in *; do exec ffmpeg; done\ncat <<E\nsoffice\nE")).toEqual([
    "1 pandoc",
    "2 ffmpeg",
    "3 cat",
  ]);
});

test("takes a time that grows with the text, whatever stands in it", () => {
  for (const piece of [
    "'''",
    '"',
    "`",
    "/",
    "(",
    "try:\n ",
    "import ",
    "from a import(",
    "[",
    "\\",
    "if a:",
    "/*",
    "from'a';",
  ]) {
    for (const path of ["a.py", "a.js"]) scanScript(path, piece.repeat(40_000));
  }
});

test("finds programs that a script calls by a variable", () => {
  const shell = `tool=npm\n$tool run x\ngit="\${GIT:-git}"\n"$git" status\ncall=(curl -s)\n"\${call[@]}" a\n\${OPEN:-open} b; $1 c`;
  expect(commands("a.sh", shell)).toEqual(["2 npm", "4 git", "5 curl", "6 curl", "7 open"]);
  const declared = 'const tool = "npm";\nconst other = isWindows ? "npx.cmd" : "npx";';
  const script = `import { spawn } from "child_process";\n${declared}\nspawn(tool);\nspawn(other, []);\nspawn(given)`;
  expect(commands("a.js", script)).toEqual(["4 npm", "5 npx.cmd", "5 npx"]);
});
