import { basename } from "#lib/vfs/paths.ts";

const runners: Readonly<Record<string, string>> = {
  sh: "bash",
  bash: "bash",
  js: "node",
  mjs: "node",
  cjs: "node",
  ts: "node",
  mts: "node",
};

/**
 * The line of shell that runs a script, without arguments; `undefined` for a file that is none, by its name or else its first line.
 * @param path absolute
 */
export function scriptLine(path: string, bytes: Uint8Array): string | undefined {
  const name = basename(path);
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
  const runner = /\.d\.[cm]?ts$/.test(name) ? undefined : runners[extension];
  if (runner !== undefined) return `${runner} ${shellWord(path)}`;
  const first = new TextDecoder().decode(bytes.subarray(0, 120)).split("\n", 1)[0] ?? "";
  if (extension !== "" || !first.startsWith("#!")) return undefined;
  const named = Object.values(runners).find((each) => new RegExp(`\\b${each}\\b`).test(first));
  if (named !== undefined) return `${named} ${shellWord(path)}`;
  return /\bsh\b/.test(first) ? `bash ${shellWord(path)}` : undefined;
}

/** A word that the shell reads as it is. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
