import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { projectFolder } from "./install.mjs";

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
});

// npm omits a platform's package if the registry did not have it that day, and `npm ci` then rejects the lockfile on every platform.
test("the lockfile names the packages of every platform", () => {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(join(projectFolder, "package-lock.json"), "utf8")));
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  expect(optional.filter((name) => !names.has(name))).toEqual([]);
});
