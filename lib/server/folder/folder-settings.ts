import { realpathSync, statSync } from "node:fs";

/** A folder of this machine that the lab serves: requested by `skillground serve`, never by a site's operator. */
export interface FolderSettings {
  /** Absolute, with links resolved. */
  readonly root: string;
  /** The token that a page must send: whoever started the server has it in the address. */
  readonly token: string;
}

/** The shortest token in characters: 256 bits in base64url. */
const shortestToken = 43;

/** @throws Error, a sentence, where anybody else could see the folder */
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
