import { escapedBytes } from "./escaped-text.ts";

/** The part of a shell's state that its own variables are about. */
interface OwnState {
  readonly bashPid: number;
  readonly virtualPid: number;
  readonly env: ReadonlyMap<string, string>;
  /** How many subshells this one is in; absent before the first. */
  readonly subshells?: number;
}

const microseconds = () => Math.floor((performance.timeOrigin + performance.now()) * 1000);

/** bash's own variables that just-bash does not have; each is what it says at the moment. */
const own: ReadonlyMap<string, (state: OwnState) => string> = new Map([
  ["EPOCHSECONDS", () => String(Math.floor(Date.now() / 1000))],
  ["EPOCHREALTIME", () => String(microseconds()).replace(/(?=\d{6}$)/, ".")],
  ["BASH_SUBSHELL", ({ subshells = 0 }) => String(subshells)],
  ["SRANDOM", () => String(crypto.getRandomValues(new Uint32Array(1))[0])],
  ["HOSTNAME", () => "page"],
]);

/** What one of bash's own variables holds; `undefined` for any other name, and where a script has set it. */
export function ownVariable(name: string, state: OwnState): string | undefined {
  const value = own.get(name);
  return value && !state.env.has(name) ? value(state) : undefined;
}

/** Number of lists in which bash keeps the keys of a map, by their hash. */
const lists = 1024;

/** A map's keys in bash's order, which is that of its hash table: by FNV-1, and what came last first in each list. */
export function inHashOrder(keys: readonly string[]): string[] {
  return keys
    .map((key, at) => ({ key, at, list: hash(key) % lists }))
    .sort((one, other) => one.list - other.list || other.at - one.at)
    .map(({ key }) => key);
}

function hash(key: string): number {
  let value = 2_166_136_261;
  // C's characters have a sign.
  for (const byte of escapedBytes(key)) value = (Math.imul(value, 16_777_619) ^ ((byte << 24) >> 24)) >>> 0;
  return value;
}

/** A map's key as `declare -p` writes it. */
export function keyText(key: string): string {
  if (key !== "" && /^[^\s"'\\$`|&;()<>*?[\]^!{}~#]+$/.test(key)) return key;
  return `"${key.replace(/["\\$`]/g, "\\$&")}"`;
}
