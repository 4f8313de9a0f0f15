import { builtinModules, createRequire } from "node:module";
import { runInThisContext } from "node:vm";
import { expect, it } from "vitest";
import { shellOver } from "../sandbox/run-fixture.ts";

/** Modules that only their names with `node:` stand for. */
const named = ["sqlite", "sea", "test", "test/reporters"];

/** Deprecated names, what is for Node's own use, and what this process has as one that another has started. */
const isLeftOut = (name: string) =>
  !/^[a-z][\w$]*$/i.test(name) ||
  /^(?:length|name|prototype|constructor|apply|bind|call|toString|rng|prng|pseudoRandomBytes|fips|domain|default|channel|connected|disconnect|send)$/.test(
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
type Ask = (modules: readonly string[], require: NodeJS.Require) => Kinds;

const modules = [...builtinModules.filter((name) => !/^_|^node:|^constants$|^sys$/.test(name)), ...named].sort();

/** In a context of its own, as Vitest puts others in place of some of what is global. */
const ofNode = (): Kinds => (runInThisContext(asking) as Ask)(modules, createRequire(import.meta.url));

async function ofPage(asked: Readonly<Record<string, readonly string[]>>): Promise<Kinds> {
  const code = `console.log(JSON.stringify((${asking})(${JSON.stringify(modules)}, require, ${JSON.stringify(asked)})))`;
  const { out, err } = await shellOver({ "/workspace/a.cjs": code }).run("node a.cjs");
  expect(err).toBe("");
  return JSON.parse(out) as Kinds;
}

it("knows what the page has of Node's parts, and what it lacks", async () => {
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
});
