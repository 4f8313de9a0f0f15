import { gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { packedPartsOfPython, partsOfPython, shellOver } from "#lib/run/sandbox/run-fixture.ts";
import { importText } from "../../../tasks/import-text.ts";
import { bootPython, type Glue } from "./boot-python.ts";

/** A shell line that runs a Python script. */
const script = (text: string) => `python3 - <<'EOF'\n${text}\nEOF`;

describe("Python", () => {
  it("starts from a memory in which nothing is left over of the packed library that it has read", async () => {
    const { snapshot } = await packedPartsOfPython();
    const memory = gunzipSync(await snapshot.arrayBuffer()).toString("latin1");
    const packed = memory.split("PK\u0003\u0004").slice(1);
    expect(packed.filter((file) => /^.{26}[\w/]+\.py/s.test(file))).toEqual([]);
  });

  it("starts with all of the memory that was kept", async () => {
    const { script, ...parts } = await partsOfPython();
    const glue = (await importText(script)) as Glue;
    const same: boolean[] = [];
    const watched: Glue = ({ copyMemory, ...scope }, ...given) => {
      const andCompare: typeof copyMemory = (to, from) => {
        copyMemory(to, from);
        same.push(Buffer.from(to.buffer, 0, to.length).equals(from));
      };
      return glue({ ...scope, copyMemory: andCompare }, ...given);
    };
    await bootPython({ ...parts, glue: watched });
    expect(same).toEqual([true]);
  });

  it("starts where the engine gives another object for a function of the table than for the export, as WebKit does", async () => {
    const { get } = WebAssembly.Table.prototype;
    const { script, ...parts } = await partsOfPython();
    const glue = (await importText(script)) as Glue;
    vi.spyOn(WebAssembly.Table.prototype, "get").mockImplementation(function (this: WebAssembly.Table, index) {
      const entry: unknown = get.call(this, index);
      if (typeof entry !== "function") return entry;
      return Object.defineProperty((...args: unknown[]) => entry(...args), "name", { value: entry.name });
    });
    expect((await bootPython({ ...parts, glue })).runPython("sum(int(digit) for digit in '42')")).toBe(6);
  });

  it("is called as CPython is, and ends as it does", async () => {
    const { run } = shellOver({
      "/workspace/a.py": "import sys\nprint(sys.argv, __name__)\n",
      "!/workspace/b.py": "#!/usr/bin/env python3\nimport helper\nhelper.hello()\n",
      "/workspace/helper.py": "def hello(): print('hello')\n",
    });
    expect(await run("python3 a.py x 'y z'; ./b.py; python3 -c 'print(1)' q; python -m helper; python3 -V")).toEqual({
      out: "['a.py', 'x', 'y z'] __main__\nhello\n1\nPython 3.14.2\n",
      err: "",
      status: 0,
    });
    expect(await run("python3 -c 'import sys; sys.exit(3)'; echo $?; python3 -c 'exit(\"no\")'")).toEqual({
      out: "3\n",
      err: "no\n",
      status: 1,
    });
    const failed = await run("python3 -c 'def f(): return 1/0\nf()'");
    expect(failed).toMatchObject({ out: "", status: 1 });
    expect(failed.err).toMatch(/^Traceback[\s\S]*line 2, in <module>[\s\S]*ZeroDivisionError: division by zero\n$/);
  });

  it("stands in a pipe, asks its input and says what is not there", async () => {
    const { run } = shellOver({ "/workspace/in.txt": "one\ntwo\n" });
    const upper = "python3 -c 'import sys; print(sys.stdin.read().upper(), end=\"\")'";
    expect(await run(`cat in.txt | ${upper} | tac; ${upper} < in.txt > out.txt; wc -l < out.txt`)).toMatchObject({
      out: "TWO\nONE\n2\n",
    });
    expect(await run("python3 -c 'print(input(\"? \"))'", "me\n")).toMatchObject({ out: "? me\n" });
    const missing = await run("python3 -c 'import requests'");
    expect(missing.err.trimEnd().split("\n").slice(-2)).toEqual([
      "ModuleNotFoundError: No module named 'requests'",
      "requests: not here, as scripts in the page have Python's own library only.",
    ]);
  });

  it("reads and writes the shell's files, while they are open and after they were moved", async () => {
    const { run, tree } = shellOver({ "/workspace/in.txt": "one\n" });
    const { out, err } = await run(
      script(`import os, pathlib, shutil, subprocess, tempfile
reader = open("in.txt")
print(reader.read())
with open("log.txt", "w") as log:
    log.write("first\\n")
    log.flush()
    print(os.path.getsize("log.txt"), open("log.txt").read().strip())
    os.rename("log.txt", "moved.txt")
    log.write("second\\n")
    subprocess.run("tail -1 in.txt >> in.txt; rm -f gone.txt", shell=True)
print(open("moved.txt").read().split(), open("in.txt").read().split(), reader.read())
with tempfile.TemporaryFile() as file:
    file.write(b"abc"); file.seek(1); print(file.read())
with open("a.bin", "wb") as file:
    file.seek(5); file.write(b"x"); file.truncate(3)
print(pathlib.Path("a.bin").read_bytes())
os.makedirs("p/q"); pathlib.Path("p/q/f").write_text("f"); shutil.move("p", "z"); shutil.copytree("z", "y"); shutil.rmtree("z")
os.symlink("in.txt", "link"); os.chmod("y/q/f", 0o755)
print([sorted(names) for _, _, names in os.walk(".")], os.path.samefile("link", "in.txt"), os.access("y/q/f", os.X_OK))`),
    );
    expect(err).toBe("");
    expect(out.split("\n")).toEqual([
      ...["one", "", "6 first"],
      ...["['first', 'second'] ['one', 'one'] one", ""],
      "b'bc'",
      String.raw`b'\x00\x00\x00'`,
      "[['a.bin', 'in.txt', 'link', 'moved.txt'], [], ['f']] True True",
      "",
    ]);
    expect(tree.changes().written.map(({ path }) => path.replace("workspace/", ""))).toEqual([
      "a.bin",
      "in.txt",
      "link",
      "moved.txt",
      "y/q/f",
    ]);
  });

  it("starts other programs, and itself among them", async () => {
    const { run } = shellOver();
    const { out, err } = await run(
      script(`import os, subprocess, sys
print(subprocess.check_output(["echo", "a b"], text=True).split("\\n"))
print(subprocess.run("cat; exit 4", shell=True, input=b"in", capture_output=True))
print(subprocess.run([sys.executable, "-c", "import os; print(os.popen('echo deep').read())"], capture_output=True, text=True).stdout.strip())
process = subprocess.Popen(["tr", "a-z", "A-Z"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
print(process.communicate("abc")[0], os.system("exit 3") >> 8)
try:
    subprocess.run(["pandoc", "x"])
except FileNotFoundError as error:
    print(error.filename)
print(1, flush=True); os.system("echo 2"); print(3)`),
    );
    expect(out.split("\n")).toEqual([
      "['a b', '']",
      "CompletedProcess(args='cat; exit 4', returncode=4, stdout=b'in', stderr=b'')",
      ...["deep", "ABC 3", "pandoc", "1", "2", "3", ""],
    ]);
    expect(err).toMatch(/^pandoc: not available: [^\n]+\n$/);
  });

  it("has asyncio, pools and modules of the script's own in the place of its library's", async () => {
    const { run } = shellOver({ "/workspace/csv.py": "x = 'mine'\n" });
    const { out, err } = await run(
      script(`import asyncio, csv
from concurrent.futures import ThreadPoolExecutor
async def one(n):
    await asyncio.sleep(0.01)
    return n
async def all():
    return await asyncio.gather(*[one(n) for n in range(3)])
with ThreadPoolExecutor() as pool:
    print(asyncio.run(all()), list(pool.map(str, range(2))), csv.x)`),
    );
    expect([out, err]).toEqual(["[0, 1, 2] ['0', '1'] mine\n", ""]);
    // Nothing of one program remains in the next.
    expect((await run("cd /tmp && python3 -c 'import csv; print(hasattr(csv, \"reader\"))'")).out).toBe("True\n");
    const random = await run("python3 -c 'import random; print(random.random())'");
    expect((await run("python3 -c 'import random; print(random.random())'")).out).not.toBe(random.out);
  });

  it("says in one sentence that there is no network", async () => {
    const { run } = shellOver();
    const { err } = await run("python3 -c 'import urllib.request; urllib.request.urlopen(\"https://x.example\")'");
    expect(err).toMatch(/Scripts have no network here: x\.example was not asked for>\n$/);
  });

  it("may not be started inside itself without end", async () => {
    const { run } = shellOver({
      "/workspace/bomb.py": "import subprocess, sys\nsys.exit(subprocess.run([sys.executable, __file__]).returncode)\n",
    });
    const { err, status } = await run("python3 bomb.py");
    expect([status, err]).toEqual([1, "python3: not started: 6 are running inside one another already.\n"]);
  });
});
