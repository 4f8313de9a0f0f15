import { escapedBytes, escapedText } from "#lib/run/sandbox/escaped-text.ts";
import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";

export interface SedLine {
  readonly text: string;
  /** False only for a file's last line without a line break. */
  readonly hasEnd: boolean;
  readonly file: string;
}

/** The lines of a text; the last one may have no line break. */
export function linesOf(text: string, end: string, file: string): SedLine[] {
  const texts = text.split(end);
  const last = texts.pop();
  const lines = texts.map((line): SedLine => ({ text: line, hasEnd: true, file }));
  return last === undefined || last === "" ? lines : [...lines, { text: last, hasEnd: false, file }];
}

/** The file name with which `w` writes to stdout. */
export const standardOutput = "/dev/stdout";

/** The files of `r`, `R`, `w` and `W`: read at first use, written when sed ends. */
export function createSedFiles(tree: RunTree, resolve: (path: string) => string) {
  const left = new Map<string, string[]>();
  const written = new Map<string, string>();

  function read(path: string): string {
    const pending = written.get(path);
    if (pending !== undefined) return pending;
    try {
      return escapedText(tree.read(resolve(path)));
    } catch (caught) {
      // An unreadable file counts as empty, as in sed.
      if (caught instanceof RunFileError) return "";
      throw caught;
    }
  }

  return {
    read,
    readLine(path: string): string | undefined {
      const lines = left.get(path) ?? linesOf(read(path), "\n", path).map(({ text }) => text);
      left.set(path, lines);
      return lines.shift();
    },
    /** Empties the file, as sed does before its first line. */
    open(path: string): void {
      if (path !== standardOutput) written.set(path, "");
    },
    write(path: string, text: string): void {
      written.set(path, (written.get(path) ?? "") + text);
    },
    /** @throws RunFileError */
    flush(): void {
      for (const [path, text] of written) tree.write(resolve(path), escapedBytes(text));
    },
  };
}

export type SedFiles = ReturnType<typeof createSedFiles>;
