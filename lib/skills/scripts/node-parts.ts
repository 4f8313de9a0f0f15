import parts from "./node-parts.json" with { type: "json" };

/**
 * What a page lacks of Node's modules, and of what is global there, by the part: names, or `null` for a whole module.
 * `lib/run/cases/node-parts.slow.test.ts` finds it by asking Node and the page, and writes it (`vitest -u`).
 */
const known: Readonly<Record<string, string | null>> = parts;

/** What the page lacks of a module, or of what is global there (`global`, `global.Intl`); `undefined` for what it knows nothing of. */
export function lackedOf(part: string): { readonly isAll: boolean; readonly names: ReadonlySet<string> } | undefined {
  const lacks = Object.hasOwn(known, part) ? known[part] : undefined;
  return lacks === undefined ? undefined : { isAll: lacks === null, names: new Set(lacks?.split(" ")) };
}
