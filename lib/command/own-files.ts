import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Defined by the package's build. Undefined when the sources run directly. */
declare const packagedAs: PackagedAs | undefined;

export interface PackagedAs {
  readonly version: string;
  /** An https address of this software's source. */
  readonly source?: string;
}

/** The package's own data; `undefined` when the sources run directly. */
const packaged: PackagedAs | undefined = typeof packagedAs === "undefined" ? undefined : packagedAs;

/** An address of this software's source, for SARIF; `undefined` if none was set. */
export function informationUri(): string | undefined {
  return packaged ? packaged.source : process.env.SKILLGROUND_SOURCE;
}

/** Path on the disk of a file that this program includes, given by its path in the project. */
export function ownFile(path: string): string {
  return fileURLToPath(new URL(`${packaged ? "./assets" : "../.."}/${path}`, import.meta.url));
}

/** The script of a worker thread, given by its path below `lib/command`, without an extension. */
export function threadScript(path: string): URL {
  return new URL(packaged ? `./${path.slice(path.lastIndexOf("/") + 1)}.js` : `./${path}.ts`, import.meta.url);
}

/** The version for `--version` and SARIF. */
export async function ownVersion(): Promise<string> {
  if (packaged) return packaged.version;
  const { readFile } = await import("node:fs/promises");
  const { version } = JSON.parse(await readFile(ownFile("package.json"), "utf8")) as { readonly version: string };
  return version;
}

/**
 * A digest that differs between any two builds of this program; `undefined` when the sources run directly, which may change at any time.
 * The names of its parts have digests of their contents; only the parts that it begins with keep their names.
 */
export function programDigest(): string | undefined {
  if (!packaged) return undefined;
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort())
    if (name.endsWith(".js")) hash.update(`${name} ${statSync(`${folder}${name}`).size}\n`);
  return hash.update(readFileSync(`${folder}skillground.js`)).digest("hex");
}
