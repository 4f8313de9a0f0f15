/** For tests: wheels, and the list that offers them. */
import { createHash } from "node:crypto";
import { strToU8, type Zippable, zipSync } from "fflate";
import type { RunPackage } from "./package.ts";

/** A wheel of these files; `->` in front of a text makes it a link. */
export function wheel(name: string, files: Readonly<Record<string, string | Uint8Array>>, version = "1.0"): RunPackage {
  const entries: Zippable = {};
  for (const [path, content] of Object.entries(files)) {
    const isLink = typeof content === "string" && content.startsWith("->");
    const bytes = typeof content === "string" ? strToU8(content.replace(/^->/, "")) : content;
    entries[path] = [bytes, { os: 3, attrs: (isLink ? 0o120777 : 0o100644) << 16 }];
  }
  const folder = `${name.replaceAll("-", "_")}-${version}.dist-info`;
  const metadata = strToU8(`Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`);
  const bytes = zipSync({ ...entries, [`${folder}/METADATA`]: metadata });
  return { file: `${name.replaceAll("-", "_")}-${version}-py3-none-any.whl`, bytes };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

interface LockEntry {
  readonly wheel: RunPackage;
  readonly name: string;
  readonly imports?: readonly string[];
  readonly depends?: readonly string[];
  /** Replaces true fields of the entry by false ones. */
  readonly says?: Readonly<Record<string, unknown>>;
}

export const lockInfo = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" };

/** Pyodide's list with these packages. */
export function lockFile(entries: readonly LockEntry[], info: object = lockInfo): string {
  const packages = entries.map(({ wheel: { file, bytes }, name, imports = [name], depends = [], says }, index) => {
    const entry = {
      name,
      version: "1.0",
      file_name: file,
      sha256: sha256(bytes),
      imports,
      depends,
      install_dir: "site",
    };
    return [`${name}-${index}`, { ...entry, package_type: "package", ...says }] as const;
  });
  return JSON.stringify({ info, packages: Object.fromEntries(packages) });
}
