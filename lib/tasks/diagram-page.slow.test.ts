import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type BundledScripts, bundleDiagramScripts } from "./diagram-page.ts";

const manifest = z.object({ name: z.string(), license: z.string().optional() });

/** The packages of these modules, each with its licence from its `package.json`, or else the beginning of its licence file. */
function packagesOf(modules: readonly string[]) {
  const folders = new Set(modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  return Array.from(folders, (folder) => {
    const { name, license } = manifest.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
    return { name, licence: license ?? readFileSync(join(folder, "license"), "utf8").slice(0, 40) };
  });
}

/** Permissive licences; of several, one is enough. */
const asksForNothing = /\b(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|Unlicense)\b/;

describe("the scripts that draw diagrams", () => {
  let scripts: BundledScripts[number][];
  beforeAll(async () => {
    scripts = await bundleDiagramScripts();
  });
  const modules = () => scripts.flatMap((script) => (script.type === "chunk" ? script.moduleIds : []));

  test("are of packages whose licences ask for nothing but to be named", () => {
    const packages = packagesOf(modules());
    expect(packages.length).toBeGreaterThan(10);
    expect(packages.filter(({ licence }) => !asksForNothing.test(licence))).toEqual([]);
  });

  test("hold no layout by ELK", () => {
    expect(modules().filter((path) => /elk/i.test(path) && !path.endsWith("?in-place-of-elk"))).toEqual([]);
    const holding = scripts.filter((script) => script.type === "chunk" && /org\.eclipse\.elk/.test(script.code));
    expect(holding.map(({ fileName }) => fileName)).toEqual([]);
  });
});
