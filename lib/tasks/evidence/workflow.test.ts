import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { programs } from "#lib/tasks/verify/programs.ts";

const folder = new URL("../../../.github/workflows/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");

test("the scheduled workflow asks every program that has an adapter, by its package", () => {
  const { jobs } = parse(read("verify.yml"));
  expect(jobs.program.strategy.matrix.include).toEqual(
    programs.map((program) => ({ program: program.id, package: program.package })),
  );
});

test.each(readdirSync(folder))("%s uses actions by their full commits", (name) => {
  for (const [, used = ""] of read(name).matchAll(/uses: (\S+)/g)) expect(used).toMatch(/@[\da-f]{40}$/);
});
