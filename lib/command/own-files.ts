import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** What the build of the package puts in place of this name. There is none where the sources run as they are. */
declare const packagedAs: PackagedAs | undefined;

export interface PackagedAs {
  readonly version: string;
  /** Where this software's source can be read: https. */
  readonly source?: string;
}

/** What the package says of itself; `undefined` where the sources run as they are. */
const packaged: PackagedAs | undefined = typeof packagedAs === "undefined" ? undefined : packagedAs;

/** Where this software's source can be read, for SARIF; `undefined` where nobody said so. */
export function informationUri(): string | undefined {
  return packaged ? packaged.source : process.env.SKILLGROUND_SOURCE;
}

/** Where a file that this program brings along stands on the disk, by its path in the project. */
export function ownFile(path: string): string {
  return fileURLToPath(new URL(`${packaged ? "./assets" : "../.."}/${path}`, import.meta.url));
}

/** Where a file lies of a package that this program is bundled with. */
export function packageFile(path: string): string {
  if (!packaged) return createRequire(import.meta.url).resolve(path);
  return ownFile(path.slice(path.lastIndexOf("/") + 1));
}

/** The code of a thread, by its path below `lib/command`, without an ending. */
export function threadScript(path: string): URL {
  return new URL(packaged ? `./${path.slice(path.lastIndexOf("/") + 1)}.js` : `./${path}.ts`, import.meta.url);
}

/** The version told by `--version` and in SARIF. */
export async function ownVersion(): Promise<string> {
  if (packaged) return packaged.version;
  const { readFile } = await import("node:fs/promises");
  const { version } = JSON.parse(await readFile(ownFile("package.json"), "utf8")) as { readonly version: string };
  return version;
}
