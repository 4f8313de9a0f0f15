import { expect, test } from "vitest";
import { profiles } from "#lib/harness/profiles.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { shellQuestion } from "./shell-question.ts";

const tool = profiles[0]?.shellTool as (typeof profiles)[number]["shellTool"];
const names = Array.from({ length: 50 }, (_, index) => `/workspace/${index}.sh`);
const files = textFiles(Object.fromEntries(names.map((path) => [path, `echo ${path}`])));
const asked = (command: string) => shellQuestion(tool, { command }, files);

test("every script, and every file that is read or written, is told before a command is allowed", () => {
  const some = names.slice(0, 12);
  const started = asked(some.map((path) => `bash ${path}`).join("; "));
  expect(started?.scripts.map(({ path }) => path)).toEqual(some);
  expect(started?.scriptCount).toBe(12);
  const [reads, writes] = [some, some.map((path) => `${path}.out`)];
  expect(asked(`cat ${reads.join(" ")} ${writes.map((path) => `> ${path}`).join(" ")}`)).toMatchObject({
    reads,
    writes,
  });
});

test("of more scripts than a person reads it is told how many there are", () => {
  const { scripts, scriptCount } = asked(names.map((path) => `bash ${path}`).join("; ")) ?? {};
  expect([scripts?.length, scriptCount]).toEqual([40, 50]);
});
