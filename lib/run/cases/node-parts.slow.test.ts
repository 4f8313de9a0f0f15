import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import project from "../../../package.json" with { type: "json" };
import { shellOver } from "../sandbox/run-fixture.ts";

/** Modules that only their names with `node:` stand for. */
const named = ["sqlite", "sea", "test", "test/reporters"];

/** Deprecated names, and what is for Node's own use. */
const isLeftOut = (name: string) =>
  !/^[a-z][\w$]*$/i.test(name) ||
  /^(?:length|name|prototype|constructor|apply|bind|call|toString|rng|prng|pseudoRandomBytes|fips|domain|default|mainModule)$/.test(
    name,
  );

/** A function, as text: the kinds of what each part of Node has, by the names that are asked for or all; `null` for a module that is not there. */
const asking = `(modules, require, asked) => {
  const kinds = (part, name) => {
    const names = asked?.[name] ?? [part, Object.getPrototypeOf(part)].flatMap((each) => each === Object.prototype ? [] : Object.getOwnPropertyNames(each));
    return Object.fromEntries(names.map((each) => {
      try { return [each, typeof part[each]] } catch { return [each, "undefined"] }
    }));
  };
  const of = (name) => { try { return kinds(require("node:" + name), name) } catch { return null } };
  const globals = { "global": globalThis, "global.Buffer": Buffer, "global.Intl": Intl, "global.crypto": crypto, "global.performance": performance };
  return Object.fromEntries([
    ...modules.map((name) => [name, of(name)]),
    ...Object.entries(globals).map(([name, part]) => [name, kinds(part, name)]),
  ]);
}`;

type Kinds = Readonly<Record<string, Readonly<Record<string, string>> | null>>;
// What needs a network is told by its module.
const others = /^_|^node:|^(?:constants|dns|dns\/promises|http|net|sys|tls)$/;
const modules = [...builtinModules.filter((name) => !others.test(name)), ...named].sort();

/** A program that prints what it is answered. */
const printing = (asked?: Readonly<Record<string, readonly string[]>>) =>
  `console.log(JSON.stringify((${asking})(${JSON.stringify(modules)}, require, ${JSON.stringify(asked)})))`;

/** In a process of its own, as tests put others in place of some of what is global, and of a file, as `-e` makes modules global. */
function ofNode(): Kinds {
  const file = join(mkdtempSync(join(tmpdir(), "node-parts-")), "a.cjs");
  writeFileSync(file, printing());
  return JSON.parse(execFileSync(process.execPath, ["--no-warnings", file], { encoding: "utf8" })) as Kinds;
}

async function ofPage(asked: Readonly<Record<string, readonly string[]>>): Promise<Kinds> {
  const { out, err } = await shellOver({ "/workspace/a.cjs": printing(asked) }).run("node a.cjs");
  expect(err).toBe("");
  return JSON.parse(out) as Kinds;
}

// Another version has other parts.
it.runIf(process.version === `v${project.dependencies.node}`)(
  "knows what the page has of Node's parts, and what it lacks",
  async () => {
    const real = Object.entries(ofNode()).map(([part, kinds]) => {
      const all = Object.entries(kinds ?? {}).filter(([name]) => !isLeftOut(name));
      return [part, all.sort()] as const;
    });
    const page = await ofPage(Object.fromEntries(real.map(([part, all]) => [part, all.map(([name]) => name)])));
    const parts = real.map(([part, all]) => {
      const own = page[part];
      if (!own) return [part, null];
      // Constants are in objects of theirs, and none of them is asked for by itself.
      const isLacked = ([name, kind]: readonly [string, string]) =>
        /^(?:function|object)$/.test(kind) && (own[name] ?? "undefined") === "undefined";
      return [
        part,
        all
          .filter(isLacked)
          .map(([name]) => name)
          .join(" "),
      ];
    });
    const text = `${JSON.stringify(Object.fromEntries(parts), undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot("../../skills/scripts/node-parts.json");
  },
);
