import { type ScriptLanguage, scriptLanguage } from "#lib/skills/scripts/started-script.ts";

const runners: Readonly<Record<ScriptLanguage, string>> = { shell: "bash", javascript: "node", python: "python3" };

/** Bytes in which a script's first line stands. */
const firstBytes = 200;

/**
 * The line of shell that runs a script, without arguments; `undefined` for a file that is none, by its name or else its first line.
 * @param path absolute
 */
export function scriptLine(path: string, bytes: Uint8Array): string | undefined {
  const language = scriptLanguage(path, new TextDecoder().decode(bytes.subarray(0, firstBytes)));
  return language && `${runners[language]} ${shellWord(path)}`;
}

/** A word that the shell reads as it is. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
