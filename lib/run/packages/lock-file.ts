import { isObject, parseJson } from "#lib/plain-json.ts";
import { namePattern, type OfferedFile, PackageError, type PackageSource, packageName, pythonMade } from "./package.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Most entries read from a list; Pyodide's has 357. */
const mostPackages = 5000;

/**
 * Reads Pyodide's list of packages (`pyodide-lock.json`). The list is untrusted: an invalid entry, or one whose file lies elsewhere, is
 * dropped, and two entries with one name are both dropped, as nobody knows which was meant.
 * @param folder address of the folder with the list and the packages
 * @throws PackageError if it is no such list, or one for another Python
 */
export function readLockFile(text: string, folder: string): PackageSource {
  const { host } = new URL(folder);
  const { info, packages } = fieldsOf(parseJson(text));
  if (!isObject(info) || !isObject(packages))
    throw new PackageError(`The pyodide-lock.json at ${host} is not a list of packages.`);
  requireSamePython(info, host);
  const { files, modules } = readEntries(Object.values(packages).slice(0, mostPackages), folder);
  const named = (name: string) => files.get(packageName(name));
  return {
    named: async (name) => named(name),
    ofModule: async (module) => named(modules.get(module) ?? module),
  };
}

/** Packages by name, and package names by module. */
function readEntries(entries: readonly unknown[], folder: string) {
  const files = new Map<string, OfferedFile>();
  const twins = new Set<string>();
  const modules = new Map<string, string>();
  for (const entry of entries) {
    const file = readEntry(fieldsOf(entry), folder);
    if (!file) continue;
    if (files.has(file.name)) twins.add(file.name);
    files.set(file.name, file);
    // For a module, a package with the same name is preferred to others that list it.
    for (const module of names(fieldsOf(entry).imports)) {
      if (!modules.has(module) || packageName(module) === file.name) modules.set(module, file.name);
    }
  }
  for (const name of twins) files.delete(name);
  return { files, modules };
}

function requireSamePython({ python, abi_version: abi }: Fields, host: string): void {
  const { version } = pythonMade;
  if (typeof python === "string" && (python === version || python.startsWith(`${version}.`)) && abi === pythonMade.abi)
    return;
  throw new PackageError(
    `The packages at ${host} are made for another Python than the page's, which is ${version} with the interface ${pythonMade.abi}.`,
  );
}

function readEntry({ name, version, file_name: file, sha256, depends, package_type: type }: Fields, folder: string) {
  if (typeof name !== "string" || !namePattern.test(name)) return undefined;
  if (typeof version !== "string" || !/^[\w.+!-]{1,60}$/.test(version)) return undefined;
  if (typeof file !== "string" || !/^\w[\w.+!-]{0,240}\.(?:whl|zip)$/.test(file)) return undefined;
  if (typeof sha256 !== "string" || !/^[\da-f]{64}$/.test(sha256)) return undefined;
  if (type !== undefined && type !== "package" && type !== "shared_library") return undefined;
  const address = new URL(encodeURIComponent(file), folder).href;
  const needs = names(depends).map(packageName);
  return { name: packageName(name), version, file, address, sha256, depends: needs } satisfies OfferedFile;
}

function names(given: unknown): string[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, 200).filter((name): name is string => typeof name === "string" && /^[\w.-]{1,100}$/.test(name));
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}
