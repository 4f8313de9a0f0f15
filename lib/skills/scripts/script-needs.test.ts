import { expect, test } from "vitest";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { inlineDependencies } from "./inline-metadata.ts";
import { declareNeeds, scriptNeeds } from "./script-needs.ts";

const script = "/skills/a/scripts/run.py";
const skill = { "/skills/a/SKILL.md": "---\nname: a\ndescription: d\n---\n" };

function packages(files: Readonly<Record<string, string>>, path = script) {
  const needs = scriptNeeds(textFiles({ ...skill, ...files }), path);
  return needs?.packages.map(
    ({ package: name, isDeclared, isSure }) => `${name}${isDeclared ? "" : " undeclared"}${isSure ? "" : "?"}`,
  );
}

test("a package is what neither Python nor the skill brings, each once, by the name it has in the index", () => {
  const text =
    "import os, json, imp\nimport helpers, core.office, office\ndef f():\n  import lxml\nimport yaml\nfrom lxml import etree\nfrom PIL import Image";
  const beside = {
    "/skills/a/scripts/helpers.py": "",
    "/skills/a/lib/office.py": "",
    "/skills/a/core/__init__.py": "",
  };
  expect(packages({ [script]: text, ...beside })).toEqual([
    "pyyaml undeclared",
    "lxml undeclared",
    "pillow undeclared",
  ]);
  expect(packages({ [script]: "try:\n  import lxml\nexcept ImportError: pass" })).toEqual(["lxml undeclared?"]);
});

test.each([
  [{ [script]: "# /// script\n# dependencies = [\n#   'PyYAML>=6',\n# ]\n# ///\nimport yaml" }],
  [{ "/skills/a/requirements.txt": "# comment\n-r other.txt\npyyaml==6.0 ; python_version > '3'\n" }],
  [{ "/skills/a/pyproject.toml": '[project]\ndependencies = ["PyYAML"]\n' }],
  [{ "/skills/a/pyproject.toml": '[project.optional-dependencies]\nx = ["PyYAML"]\n' }],
  [{ "/skills/a/pyproject.toml": '[tool.poetry.dependencies]\nPyYAML = "^6"\n' }],
  [{ "/skills/a/SKILL.md": "---\nname: a\ndescription: d\ncompatibility: Needs Python 3.12 and PyYAML.\n---\n" }],
])("takes %j for a declaration", (files) => {
  expect(packages({ [script]: "import yaml", ...files })).toEqual(["pyyaml"]);
});

test.each([
  [{ "/requirements.txt": "pyyaml" }],
  [{ "/skills/a/SKILL.md": "---\nname: a\ndescription: Needs pyyaml.\n---\nPip install pyyaml." }],
  [{ "/skills/a/SKILL.md": "---\nname: a\ndescription: d\ncompatibility: needs pyyaml-ft\n---\n" }],
  [{ "/skills/a/pyproject.toml": "[project\ndependencies = 1" }],
  [{ [script]: "# /// script\n# dependencies = [ pyyaml\n# ///\nimport yaml" }],
])("does not take %j for one: it does not come with the skill, or says something else", (files) => {
  expect(packages({ [script]: "import yaml", ...files })).toEqual(["pyyaml undeclared"]);
});

test("Node's own modules are no packages, and package.json declares the others", () => {
  const files = {
    "/skills/a/x.mjs": "import 'fs/promises'; import '@a/b/c'; import 'd'",
    "/skills/a/package.json": '{"devDependencies":{"d":"1"}}',
  };
  expect(packages(files, "/skills/a/x.mjs")).toEqual(["@a/b undeclared", "d"]);
});

test.each([
  ["/a.sh", "python3 -m venv .venv\ntimeout 5 python -m pip install x\npython3 -m json.tool a\npython3 run.py -m git"],
  [
    "/a.py",
    "import subprocess, sys\nrun(['python3', '-m', 'venv', 'v'])\nrun([sys.executable, '-m', 'pip', 'install'])\nrun([sys.executable, path, 'git'])",
  ],
  [
    "/a.js",
    "import { execSync } from 'child_process';\nexecSync('python3 -m venv v');\nexecSync('python3 -m pip list');",
  ],
])("tells in %s of a program that Python runs as a module", (path, text) => {
  const { programs = [] } = scriptNeeds(textFiles({ [path]: text }), path) ?? {};
  expect(programs.map(({ name }) => name)).toEqual(["venv", "pip"]);
});

test("programs that no page has are told once, what asks for a network by itself, and what a shell has not at all", () => {
  const text = "jq . a\npandoc a\npandoc b\ngit log\ncurl x\nmy-own-tool";
  const needs = scriptNeeds(textFiles({ "/a.sh": text }), "/a.sh");
  expect(needs?.programs).toEqual([
    { name: "pandoc", line: 2, kind: "binary" },
    { name: "git", line: 4, kind: "git" },
  ]);
  expect(needs?.network).toEqual([{ name: "curl", line: 5 }]);
  const python = "import subprocess\ndef _run(command): return subprocess.run(command)\n_run(['gh', 'pr', 'view'])";
  expect(scriptNeeds(textFiles({ "/a.py": python }), "/a.py")?.network).toEqual([{ name: "gh", line: 3 }]);
});

test("for whoever runs a script, what the skill's own modules ask for is its need as well, at the line that leads there", () => {
  const files = textFiles({
    ...skill,
    [script]: "import json\nfrom checks import Check, late\ndef f():\n  from tools import used",
    "/skills/a/scripts/checks/__init__.py": "from .base import Check",
    "/skills/a/scripts/checks/base.py":
      "import subprocess, lxml\nfrom ..tools import x\nfrom . import base\nsubprocess.run(['pandoc'])",
    "/skills/a/scripts/checks/late.py": "import requests\ntry:\n  import yaml\nexcept ImportError: pass",
    "/skills/a/scripts/tools/__init__.py": "",
    "/skills/a/scripts/tools/used.py": "import numpy",
    "/skills/a/scripts/unused.py": "import torch",
  });
  const needs = scriptNeeds(files, script, { withModules: true });
  expect(needs?.packages.map(({ name, line, isSure }) => `${name} ${line}${isSure ? "" : "?"}`)).toEqual([
    "lxml 2",
    "requests 2",
    "yaml 2?",
    "numpy 4?",
  ]);
  expect(needs?.programs).toEqual([{ name: "pandoc", line: 2, kind: "binary" }]);
  expect(scriptNeeds(files, script)?.packages).toEqual([]);
});

const lackedBy = (path: string, files: Readonly<Record<string, string>>) =>
  scriptNeeds(textFiles(files), path, { withModules: true })?.lacked.map(({ name, line }) => `${name} ${line}`);

test.each([
  ["import zlib, { brotliCompressSync as b, gzipSync } from 'node:zlib'", ["zlib.brotliCompressSync 1"]],
  ["const z = require('zlib');\nz.gzipSync(x);\nz.brotliCompressSync(x);", ["zlib.brotliCompressSync 3"]],
  ["const { createSign, createHash: h } = require('crypto');", ["crypto.createSign 1"]],
  ["require('zlib').brotliCompressSync(x)", ["zlib.brotliCompressSync 1"]],
  ["const r = (await import('node:v8')).serialize", ["node:v8 1"]],
  ["import test from 'node:test'", ["node:test 1"]],
  ["new Intl.Segmenter(); await crypto.subtle.digest(x)", ["Intl.Segmenter 1", "crypto.subtle 1"]],
  ["new Response(x)", ["Response 1"]],
  ["import { Response } from './a.js'; new Response(x); class FormData {}; new FormData(); a.vm.Response.b()", []],
  ["import fs from 'fs'; fs.watchful(); /* fs.watch() */ 'fs.watch()'; other.fs.watch()", []],
])("what JavaScript uses of Node that a page lacks is told with where it stands: %j", (text, lacked) => {
  expect(lackedBy("/s/a.mjs", { "/s/a.mjs": text, "/s/a.js": "" })).toEqual(lacked);
});

test.each([
  ["import tkinter as tk, os\nfrom distutils.util import strtobool", ["tkinter 1", "distutils 2"]],
  ["from os import path, fork\nimport signal\ndef f():\n  signal.alarm(3)", ["os.fork 1", "signal.alarm 4"]],
  ["try:\n  import readline\nexcept ImportError:\n  import curses\n'os.fork()'\nself.os.fork()", []],
])("what Python uses of its library that a page lacks is told, but for what is only tried: %j", (text, lacked) => {
  expect(lackedBy("/s/a.py", { "/s/a.py": text })).toEqual(lacked);
});

test.each([
  [
    "tar czf a.tgz --exclude-vcs .\nls -la --time=atime | grep -bn x -- -T",
    ["tar --exclude-vcs 1", "ls --time 2", "grep -b 2"],
  ],
  ["date -Iseconds; ls | xargs -0 sed -e x; xargs -e", ["xargs -e 1"]],
  [
    "gawk -i inplace '@load \"time\"; { print |& \"cat\" }' f; awk -F: '{ print typeof($1) }' f",
    ["gawk -i 1", "gawk @load 1", "gawk |& 1"],
  ],
  ["find . -ls; find . -exec grep -e -b {} +; sort -t- -k2; echo 'tar --null'\nls() { :; }\nls -C", ["find -ls 1"]],
])("which options a page's programs refuse is told: %j", (text, lacked) => {
  expect(lackedBy("/s/a.sh", { "/s/a.sh": text })).toEqual(lacked);
});

test.each([
  [
    "/s/a.py",
    "import subprocess\nsubprocess.run(['tar', '--transform', x, 'a'])\nos.system('ls -C')",
    ["tar --transform 2", "ls -C 3"],
  ],
  [
    "/s/a.mjs",
    "import { spawn, execSync } from 'child_process'\nspawn('tar', ['--transform', x], {})\nexecSync(`ls -C a`)",
    ["tar --transform 2", "ls -C 3"],
  ],
  ["/s/a.mjs", "import 'child_process'; /a/.exec('ls -C'); pattern.exec('ls -C')", []],
])("which options are refused is told where another language starts the program: %s %j", (path, text, lacked) => {
  expect(lackedBy(path, { [path]: text })).toEqual(lacked);
});

test("a list of mere words is no program that is called", () => {
  const called = (text: string) => scriptNeeds(textFiles({ "/a.py": `import subprocess\n${text}` }), "/a.py")?.programs;
  expect(called('x = ["bundle", "kind"]\nadd(choices=["open", "closed"])')).toEqual([]);
  expect(called('cmd = ["bundle", "exec"]\nstart(["pandoc", "-o", x])')?.map(({ name }) => name)).toEqual([
    "bundle",
    "pandoc",
  ]);
});

test("what Node imports by a part of a file's name is told, as it adds no ending there", () => {
  const files = { "/s/lib/index.js": "", "/s/b.mjs": "", "/s/c.js": "" };
  const text = "import './lib'\nimport b from './b'\nimport './c.js'";
  expect(lackedBy("/s/a.mjs", { ...files, "/s/a.mjs": text })).toEqual(["./lib 1", "./b 2"]);
  expect(lackedBy("/s/a.ts", { ...files, "/s/a.ts": text })).toEqual([]);
  expect(lackedBy("/s/a.cjs", { ...files, "/s/a.cjs": "require('./lib'); require('./c')" })).toEqual([]);
});

test("a program is told that others start, whatever options these have", () => {
  const text =
    "env -u http_proxy -i A=b pandoc x\ntimeout -k 1 5s tesseract y\nls | xargs -0 -I {} convert {}\nexec nice -n 5 dot\ncommand -v docker";
  const needs = scriptNeeds(textFiles({ "/a.sh": text }), "/a.sh");
  expect(needs?.programs.map(({ name }) => name)).toEqual(["pandoc", "tesseract", "convert", "dot"]);
});

test("what the scripts need that a shell's script starts is told where it starts them", () => {
  const files = {
    "/s/scripts/a.sh": 'here="$(dirname "$0")"\n. "$here/lib/log.sh"\npython3 "$here/b.py"\n./c.sh\nnode gone.js',
    "/s/scripts/lib/log.sh": "pandoc a",
    "/s/scripts/b.py": "import os, numpy, socket\nos.fork()",
    "/s/c.sh": "bash scripts/a.sh; xz b",
    "/s/SKILL.md": "",
  };
  const needs = scriptNeeds(textFiles(files), "/s/scripts/a.sh", { withModules: true });
  const told = [needs?.programs, needs?.network, needs?.lacked].map((all) =>
    all?.map(({ name, line }) => `${name} ${line}`),
  );
  expect(told).toEqual([["pandoc 2", "xz 4"], ["socket 3"], ["os.fork 3"]]);
  expect(needs?.packages).toEqual([]);
});

test("what a script defines is no program that it calls, and a bundler's own names are no modules", () => {
  const needs = scriptNeeds(
    textFiles({
      "/a.sh": "docker() { :; }\ndocker ps\nxz a\ncase $1 in\n  jest|vitest) go_on ;;\n  pytest) (ruff a);;\nesac",
    }),
    "/a.sh",
  );
  expect(needs?.programs.map(({ name }) => name)).toEqual(["xz", "ruff"]);
  expect(lackedBy("/s/a.ts", { "/s/a.ts": "import x from '@/lib/x'" })).toEqual(["@/lib/x 1"]);
});

test("what a script's own modules use is told where they are imported, and which of these are not there", () => {
  const files = {
    "/s/a.ts": "import './b.js'\nimport x from './lib'\nimport './gone.js'\nimport data from './d.json'\nrequire(y)",
    "/s/b.ts": "import './c.mjs'",
    "/s/c.mjs": "import { watch } from 'fs'; import '../s/a.ts'; import 'lodash'",
    "/s/lib/index.js": "new WebAssembly.Module(x)",
    "/s/d.json": "{}",
  };
  expect(lackedBy("/s/a.ts", files)).toEqual(["./gone.js 3", "fs.watch 1", "WebAssembly 2"]);
  expect(scriptNeeds(textFiles(files), "/s/a.ts", { withModules: true })?.packages.map(({ name }) => name)).toEqual([
    "lodash",
  ]);
});

test("a file that is no script needs nothing", () => {
  expect(scriptNeeds(textFiles({ "/a.md": "import x" }), "/a.md")).toBeUndefined();
});

const declared = (files: Readonly<Record<string, string>>, path: string) => {
  const tree = textFiles(files);
  const needs = scriptNeeds(tree, path);
  return needs && declareNeeds(tree, path, needs);
};

test.each([
  ["import yaml\n", '# /// script\n# dependencies = [\n#   "pyyaml",\n# ]\n# ///\nimport yaml\n'],
  [
    "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\nimport yaml",
    '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n# /// script\n# dependencies = [\n#   "pyyaml",\n# ]\n# ///\nimport yaml',
  ],
  [
    '# /// script\n# requires-python = ">=3.11"\n# dependencies = ["lxml[html]<6"]\n# ///\nimport yaml, lxml',
    '# /// script\n# requires-python = ">=3.11"\n# dependencies = [\n#   "lxml[html]<6",\n#   "pyyaml",\n# ]\n# ///\nimport yaml, lxml',
  ],
  [
    '# /// script\n# requires-python = ">=3.11"\n# ///\nimport yaml',
    '# /// script\n# dependencies = [\n#   "pyyaml",\n# ]\n# requires-python = ">=3.11"\n# ///\nimport yaml',
  ],
])("declares what %j imports in its own header, once", (text, wanted) => {
  const made = declared({ "/a.py": text }, "/a.py");
  expect(made?.text).toBe(wanted);
  expect(inlineDependencies(wanted)).toContain("pyyaml");
  expect(declared({ "/a.py": wanted }, "/a.py")).toBeUndefined();
});

test("leaves a header that nothing can read to its person", () => {
  expect(declared({ "/a.py": "# /// script\n# dependencies = [ x\n# ///\nimport yaml" }, "/a.py")).toBeUndefined();
});

test("declares what JavaScript imports in the package.json that counts for it, and makes one where there is none", () => {
  const files = { ...skill, "/skills/a/scripts/x.mjs": "import 'd'" };
  expect(declared(files, "/skills/a/scripts/x.mjs")).toEqual({
    path: "/skills/a/package.json",
    text: '{\n  "dependencies": {\n    "d": "*"\n  }\n}\n',
    packages: ["d"],
  });
  const own = { ...files, "/skills/a/scripts/package.json": '{"type":"module","dependencies":{"e":"1"}}' };
  expect(declared(own, "/skills/a/scripts/x.mjs")?.text).toBe(
    '{\n  "type": "module",\n  "dependencies": {\n    "e": "1",\n    "d": "*"\n  }\n}\n',
  );
  expect(declared({ ...files, "/skills/a/package.json": "{" }, "/skills/a/scripts/x.mjs")).toBeUndefined();
});

test("what lies above a script's source is no neighbour of it", () => {
  const files = textFiles({ "/mnt/requests/run.py": "import requests\nimport other", "/mnt/other/a.py": "" });
  const found = (top?: string) => scriptNeeds(files, "/mnt/requests/run.py", { top })?.packages.map(({ name }) => name);
  expect(found("/mnt/requests")).toEqual(["requests", "other"]);
  expect(found()).toEqual([]);
});

test("looks for inline metadata in a time that grows with the text", () => {
  expect(inlineDependencies("# /// script\n".repeat(100_000))).toBeUndefined();
  expect(inlineDependencies("# /// script\n# a\n\n# /// script\n# dependencies = ['b']\n# ///")).toEqual(["b"]);
});
