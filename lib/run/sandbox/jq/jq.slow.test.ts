import { dirname } from "node:path";
import { expect, it } from "vitest";
import { shellOver } from "../run-fixture.ts";

/** A file that this machine has and the run does not. */
const outside = import.meta.filename;

it("reads nothing but the run's own files, whatever names them", async () => {
  const { run } = shellOver({ "/workspace/own.json": '{"a":1}', "/workspace/in/x.json": "2" });
  const ways = [
    `jq -R . ${outside}`,
    `jq -R . ../../../../../../../..${outside}`,
    `ln -s ${outside} link; jq -R . link`,
    `ln -s ../../../../../../.. up; jq -R . up${outside}`,
    `jq -n --rawfile f ${outside} '$f'`,
    `jq -n --slurpfile f ${outside} '$f'`,
    `jq -n -f ${outside}`,
    `jq -n -L ${dirname(outside)} 'import "jq.slow.test" as $d; $d'`,
    `jq -n 'import "../../../../../..${outside}" as $d; $d'`,
    "jq -R . /proc/self/environ",
    "jq -R . /proc/self/maps",
    "jq -R . /home/web_user/.bashrc",
  ];
  for (const line of ways) {
    const { out, err, status } = await run(line);
    expect({ line, out, status }).toEqual({ line, out: "", status: line.includes("import") ? 3 : 2 });
    expect(err).toMatch(/^jq: /);
  }
  expect(await run("cd in; jq -c . ../own.json x.json /workspace/own.json")).toEqual({
    out: '{"a":1}\n2\n{"a":1}\n',
    err: "",
    status: 0,
  });
});

it("knows the variables that are exported, and no others", async () => {
  const { run } = shellOver();
  expect(await run("hidden=1; export SEEN=2; jq -nr 'env | keys | join(\" \")'; jq -n '$ENV.SEEN'")).toMatchObject({
    out: 'HOME PATH PWD SEEN SHLVL USER\n"2"\n',
    err: "",
  });
});

it("ends a program that wants more memory than there is, with its reason, and runs the next", async () => {
  const { run } = shellOver();
  expect(await run("jq -n '\"x\" * 400000000 | length'; echo $?; jq -n 1")).toEqual({
    out: "134\n1\n",
    err: "jq: error: cannot allocate memory\n",
    status: 0,
  });
});

it("leaves nothing of one program to the next", async () => {
  const { run } = shellOver();
  expect(
    await run("jq -n 'def f: 7; f'; jq -n f 2> /dev/null; echo $?; for i in 1 2 3; do jq -n $i; done"),
  ).toMatchObject({
    out: "7\n3\n1\n2\n3\n",
    status: 0,
  });
});
