import "#lib/chat/zod-jitless.ts";
import { tool } from "ai";
import type { ChatHost } from "#lib/chat/session.ts";
import { executeGrep } from "./execute-grep.ts";
import { executeListFiles } from "./execute-list-files.ts";
import { executeReadFile } from "./execute-read-file.ts";
import { reachOf } from "./reach.ts";
import { chatTools } from "./tools.ts";

export type BoundTools = ReturnType<typeof bindTools>;

/** The tools with executors over the host's files as they are at each call. */
export function bindTools(host: ChatHost) {
  const { read_file, list_files, grep } = chatTools;
  return {
    read_file: tool({ ...read_file, execute: (input) => executeReadFile(input, reachOf(host)) }),
    list_files: tool({ ...list_files, execute: (input) => executeListFiles(input, reachOf(host)) }),
    grep: tool({ ...grep, execute: (input, { abortSignal }) => executeGrep(input, reachOf(host), abortSignal) }),
  };
}
