import { realpathSync, statSync } from "node:fs";

/** A folder of the machine that the lab shows: asked for by `skillground serve`, and by no operator of a site. */
export interface FolderSettings {
  /** Absolute, its links followed. */
  readonly root: string;
  /** What a page must name to be answered: whoever started the server has it in the address. */
  readonly token: string;
}

/** Characters: 256 bits, as base64url has them. */
const shortestToken = 43;

/** @throws Error, in a sentence, where it could be seen by anybody else */
export function folderSettings(
  environment: Readonly<Record<string, string | undefined>>,
  host: string,
): FolderSettings | undefined {
  const { SKILLGROUND_FOLDER: folder, SKILLGROUND_FOLDER_TOKEN: token = "" } = environment;
  if (folder === undefined) return undefined;
  if (host !== "127.0.0.1")
    throw new Error(`HOST: ${JSON.stringify(host)} is not 127.0.0.1, and a folder is shown to this machine alone.`);
  if (!/^[\w-]+$/.test(token) || token.length < shortestToken)
    throw new Error(`SKILLGROUND_FOLDER_TOKEN: it takes ${shortestToken} characters of base64url or more.`);
  const root = realpathSync(folder);
  if (!statSync(root).isDirectory()) throw new Error(`SKILLGROUND_FOLDER: ${JSON.stringify(folder)} is no folder.`);
  return { root, token };
}
