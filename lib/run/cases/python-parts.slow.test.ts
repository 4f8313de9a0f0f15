import { expect, it } from "vitest";
import { lackedOfPython, pythonLibrary } from "#lib/skills/scripts/python-library.ts";
import { shellOver } from "../sandbox/run-fixture.ts";

/** Parts of other systems, which scripts do without, and what prints when it is imported. */
const others = new Set("msvcrt nt winreg winsound antigravity this __main__".split(" "));

const asking = `
import importlib, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError:
        print(name)
`;

it("knows which modules of Python's library a page lacks", async () => {
  const all = [...pythonLibrary].filter((name) => !others.has(name));
  const { out, err } = await shellOver({ "/workspace/a.py": asking }).run(`python3 -W ignore a.py ${all.join(" ")}`);
  expect(err.replace(/^[\w, ]*: a part of Python.*\n/, "")).toBe("");
  const lacked = out.split("\n").filter(Boolean);
  expect(lacked.sort()).toEqual(all.filter((name) => lackedOfPython(name) !== undefined).sort());
});
