import parts from "./node-parts.json" with { type: "json" };

/** A part of Node as the page has it. */
interface NodePart {
  /** What it has of the part's names. */
  readonly has: string;
  /** What Node 24 has there besides, and the page has not. */
  readonly lacks: string;
}

/**
 * Node's modules, and what is global, with what the page has of them: `lib/run/cases/node-parts.slow.test.ts` finds this file's content by
 * asking both, and writes it (`vitest -u`).
 */
const known: Readonly<Record<string, NodePart>> = parts;

const names = (text = "") => (text === "" ? [] : text.split(" "));

/** The names that each of Node's modules exports that the page has. */
export const nodeModules: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(known)
    .filter(([name, { has }]) => has !== "" && !name.startsWith("global"))
    .map(([name, { has, lacks }]) => [name, [...names(has), ...names(lacks)]]),
);

/** What the page lacks of a module, or of what is global there (`global`, `global.Intl`); `undefined` for what it knows nothing of. */
export function lackedOf(part: string): { readonly isAll: boolean; readonly names: ReadonlySet<string> } | undefined {
  const { has, lacks } = known[part] ?? {};
  return has === undefined ? undefined : { isAll: has === "", names: new Set(names(lacks)) };
}
