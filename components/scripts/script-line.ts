import { type ScriptLanguage, scriptLanguage } from "#lib/skills/scripts/started-script.ts";

const runners: Readonly<Record<ScriptLanguage, string>> = { shell: "bash", javascript: "node", python: "python3" };

/** Bytes in which a script's first line stands. */
const firstBytes = 200;

/** The language of a script, by its name or else its first line; `undefined` for a file that is none. */
export function languageOf(path: string, bytes: Uint8Array): ScriptLanguage | undefined {
  return scriptLanguage(path, new TextDecoder().decode(bytes.subarray(0, firstBytes)));
}

/**
 * The line of shell that runs a script, without arguments.
 * @param path absolute
 */
export function lineOf(path: string, language: ScriptLanguage): string {
  return `${runners[language]} ${shellWord(path)}`;
}

/** A word that the shell reads as it is. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
