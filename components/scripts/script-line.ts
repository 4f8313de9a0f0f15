import { type ScriptLanguage, scriptLanguage } from "#lib/skills/scripts/started-script.ts";

const runners: Readonly<Record<ScriptLanguage, string>> = { shell: "bash", javascript: "node", python: "python3" };

/** Bytes searched for a script's first line. */
const firstBytes = 200;

/** The language of a script, by its name or otherwise its first line; `undefined` for a file that is not a script. */
export function languageOf(path: string, bytes: Uint8Array): ScriptLanguage | undefined {
  return scriptLanguage(path, new TextDecoder().decode(bytes.subarray(0, firstBytes)));
}

/**
 * The shell command that runs a script, without arguments.
 * @param path absolute
 */
export function lineOf(path: string, language: ScriptLanguage): string {
  return `${runners[language]} ${shellWord(path)}`;
}

/** Quotes a word for the shell where necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
