import type { GitHttp } from "./git-http.ts";

export interface GitCommand {
  readonly version: 0 | 2;
  /** Framed in packets. */
  readonly command: string;
}

/** Sends a command to the repository at `url`; the body of the answer. */
export async function postCommand(http: GitHttp, url: string, { version, command }: GitCommand) {
  const { body } = await http({
    url: `${url}/git-upload-pack`,
    method: "POST",
    headers: {
      "content-type": "application/x-git-upload-pack-request",
      accept: "application/x-git-upload-pack-result",
      ...(version === 2 && { "git-protocol": "version=2" }),
    },
    body: new TextEncoder().encode(command),
  });
  return body;
}
