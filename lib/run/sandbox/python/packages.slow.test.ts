import { describe, expect, it } from "vitest";
import type { RunPackage } from "#lib/run/packages/package.ts";
import { wheel } from "#lib/run/packages/wheel-fixture.ts";
import { shellOver } from "#lib/run/sandbox/run-fixture.ts";

async function runWith(packages: readonly RunPackage[], code: string) {
  const lacks: string[] = [];
  const shell = shellOver({ "/workspace/a.py": code }, { packages, lack: (module) => void lacks.push(module) });
  const ended = await shell.run("python3 a.py");
  const { written, removed } = shell.tree.changes();
  return { ...ended, lacks, written: written.map(({ path }) => path), removed };
}

describe("packages", () => {
  it("are there before the program starts, with what stands beside their modules, and are no files of the run", async () => {
    const greet = wheel("greet-py", {
      "greet/__init__.py":
        "from importlib.resources import files\nword = files(__name__).joinpath('word.txt').read_text()\n",
      "greet/word.txt": "hello",
      "greet_py-1.0.data/purelib/greet_extra.py": "more = 1\n",
      "greet_py-1.0.data/scripts/greet": "#!python\n",
    });
    const code =
      "import greet, greet_extra, importlib.metadata\nprint(greet.word, importlib.metadata.version('greet-py'))\n";
    const other = "import subprocess\nsubprocess.run(['python3', '-c', 'import greet; print(greet.word)'])\n";
    expect(await runWith([greet], code + other)).toMatchObject({
      out: "hello\nhello 1.0\n",
      err: "",
      lacks: [],
      written: [],
    });
  });

  it("that are not there are told by the module's name, and only where the program failed", async () => {
    const code = "try:\n    import simplejson\nexcept ImportError:\n    pass\nimport yaml.nodes, lxml\n";
    const failed = await runWith([], code);
    expect([failed.lacks, failed.status]).toEqual([["simplejson", "yaml"], 1]);
    expect(failed.err).toMatch(/ModuleNotFoundError: No module named 'yaml'\n$/);
    expect((await runWith([], "try:\n    import yaml\nexcept ImportError:\n    print('without')\n")).lacks).toEqual([]);
    expect((await runWith([], "import tkinter")).lacks).toEqual([]);
  });

  const evil = "open('/workspace/evil', 'w').write('x')\nprint('evil')\n";
  const hostile: readonly (readonly [string, Record<string, string>, string])[] = [
    ["upwards", { "../../../workspace/evil.py": evil }, "leads out of its folder"],
    ["absolute", { "/workspace/evil.py": evil }, "leads out of its folder"],
    ["windows", { "a\\..\\..\\b.py": evil }, "leads out of its folder"],
    ["data", { "evil-1.0.data/purelib/../../../../workspace/evil.py": evil }, "leads out of its folder"],
    ["link", { "evil/link": "->/workspace" }, "is a link"],
    ["own", { "json/__init__.py": evil }, "its json would stand in the place of Python's own"],
    ["absent", { "ssl.py": evil }, "its ssl would stand"],
    ["start", { "sitecustomize.py": evil }, "its sitecustomize would stand"],
    ["person", { "usercustomize/__init__.py": evil }, "its usercustomize would stand"],
    ["sandbox", { "page_main.py": evil }, "its page_main would stand"],
    ["platlib", { "evil-1.0.data/platlib/subprocess.py": evil }, "its subprocess would stand"],
  ];

  it("that reach beyond their folder, or for Python's own places, are not unpacked", async () => {
    const wheels = hostile.map(([name, files]) => wheel(name, { [`${name}_module.py`]: evil, ...files }));
    const bomb = withSize(wheel("bomb", { "bomb/zeros": "0".repeat(99) }), 310 * 1024 * 1024);
    const liar = withSize(wheel("liar", { "liar/zeros": "0".repeat(5_000_000) }), 10);
    const names = [...hostile.map(([name]) => name), "bomb", "liar"];
    const code = `import json, subprocess, importlib.util
print([n for n in ${JSON.stringify(names)} if importlib.util.find_spec(n) or importlib.util.find_spec(n + '_module')])
subprocess.run(["python3", "-c", "print(1)"], stderr=subprocess.DEVNULL)
`;
    const { out, err, written } = await runWith([...wheels, bomb, liar], code);
    expect([out, written]).toEqual(["1\n[]\n", []]);
    const said = err.split("\n");
    for (const [index, [name, , reason]] of hostile.entries()) {
      expect(said[index]).toMatch(`${name}-1.0-py3-none-any.whl: not unpacked, as `);
      expect(said[index]).toContain(reason);
    }
    expect(said.at(-3)).toBe(
      "bomb-1.0-py3-none-any.whl: not unpacked, as the packages of this run take more than 300 MB unpacked.",
    );
    expect(said.at(-2)).toBe("liar-1.0-py3-none-any.whl: not unpacked, as it is damaged.");
  });

  it("begin nothing by a file of lines, and leave another's files alone", async () => {
    const first = wheel("first", {
      "shared/a.py": "who = 'first'\n",
      "ns/__init__.py": "",
      "first.pth": `import os; ${evil}`,
    });
    const second = wheel("second", { "shared/a.py": "who = 'second'\n", "second.py": "" });
    const third = wheel("third", { "ns/__init__.py": "", "ns/third.py": "" });
    const damaged = { file: "bad-1.0-py3-none-any.whl", bytes: first.bytes.slice(0, -40) };
    const code = "import shared.a, ns.third, sys\nprint(shared.a.who)\nimport second\n";
    const { out, err, written } = await runWith([first, second, third, damaged], code);
    expect([out, written]).toEqual(["first\n", []]);
    expect(err).toContain(
      "second-1.0-py3-none-any.whl: not unpacked, as shared/a.py is there already, from another package.",
    );
    expect(err).toContain("bad-1.0-py3-none-any.whl: not unpacked, as it is damaged.");
    expect(err).toContain("No module named 'second'");
  });

  it("may be compiled for the page's WebAssembly, and for nothing else", async () => {
    const suffix = "cpython-314-wasm32-emscripten.so";
    const tiny = wheel("tiny", { [`tiny.${suffix}`]: Uint8Array.from(Buffer.from(compiled, "base64")) });
    const foreign = wheel("foreign", { [`foreign/fast.${suffix}`]: "\u007fELF", "foreign/__init__.py": "" });
    const { out, err, status } = await runWith([tiny, foreign], "import tiny\nprint(tiny.answer)\nimport foreign\n");
    expect([out, status]).toEqual(["42\n", 1]);
    expect(err.split("\n")[0]).toBe(
      `foreign-1.0-py3-none-any.whl: not unpacked, as foreign/fast.${suffix} is compiled for another machine than the page, which runs WebAssembly.`,
    );
    expect(err).toContain("No module named 'foreign'");
  });

  it("come after the script's own files, and may not be more than there is room for", async () => {
    const shell = shellOver(
      { "/workspace/a.py": "import greet\nprint(greet.word)\n", "/workspace/greet.py": "word = 'mine'\n" },
      { packages: [wheel("greet", { "greet.py": "word = 'theirs'\n" })], lack: () => undefined },
    );
    expect((await shell.run("python3 a.py")).out).toBe("mine\n");
  });
});

/**
 * A Python module, as a compiler makes one for Emscripten: a section `dylink.0` that asks for 128 bytes, a `PyModuleDef` in them, and
 *
 *   (func (export "PyInit_tiny") (result i32) (local $module i32)
 *     (i32.store (i32.add (global.get $base) (i32.const 20)) (i32.add (global.get $base) (i32.const 64)))
 *     (local.set $module (call $PyModule_Create2 (global.get $base) (i32.const 1013)))
 *     (drop (call $PyModule_AddIntConstant (local.get $module) (i32.add (global.get $base) (i32.const 72)) (i32.const 42)))
 *     (local.get $module))
 */
const compiled =
  "AGFzbQEAAAAAEAhkeWxpbmsuMAEFgAECAAABEgNgAn9/AX9gA39/fwF/YAABfwJZBANlbnYGbWVtb3J5AgAAA2Vudg1fX21lbW9yeV9iYXNlA38AA2VudhBQeU1vZHVsZV9D" +
  "cmVhdGUyAAADZW52F1B5TW9kdWxlX0FkZEludENvbnN0YW50AAEDAgECBw8BC1B5SW5pdF90aW55AAIKLAEqAQF/IwBBFGojAEHAAGo2AgAjAEH1BxAAIQAgACMAQcgAakEq" +
  "EAEaIAALC1YBACMAC1ABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/////wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAdGlueQAAAABhbnN3ZXIAAA==";

/** The wheel, with a first file that claims this size. */
function withSize({ file, bytes }: RunPackage, size: number): RunPackage {
  const changed = bytes.slice();
  const view = new DataView(changed.buffer);
  const local = 22;
  for (let at = 0; at + 4 <= changed.length; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    view.setUint32(at + 24, size, true);
    break;
  }
  view.setUint32(local, size, true);
  return { file, bytes: changed };
}
