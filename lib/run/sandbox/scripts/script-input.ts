import { escapedBytes, escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";
import { scriptInput } from "./script-file.ts";

/** A part of a script, as the shell's parser gives it. */
interface Statement {
  /** Where the text of its last word or sign ends, or of its document (`<<`); absent for what stands for a fault. */
  readonly ends?: number;
  /** Whether it begins in the line in which the one before ends. */
  readonly isJoined?: boolean;
}

interface InputState {
  readonly env: Map<string, string>;
  /** What the shell's commands read, one character for each byte. */
  groupStdin?: string;
  /** How many lines of the script come before those that are run. */
  lineBase?: number;
}

/**
 * What a shell runs: the statements given, and then, where its input is its script, those of its input. Of that each line is read when those
 * before have been run, so that its commands read what follows them (`read x`, and the next line), and the shell only what they leave.
 */
export function* statementsOf<Part extends Statement>(
  state: InputState,
  statements: readonly Part[],
  parse: (text: string) => { readonly statements: readonly Part[] },
): Generator<Part> {
  const isInput = state.env.delete(scriptInput);
  yield* statements;
  if (!isInput) return;
  let lines = 0;
  while (state.groupStdin) {
    const text = escapedText(fromLatin1(state.groupStdin));
    const parts = parse(text).statements;
    state.lineBase = lines;
    let [from, left] = [0, state.groupStdin];
    // Until one of its lines is read by something else.
    for (let at = 0; at < parts.length && state.groupStdin === left; ) {
      const first = at++;
      while (parts[at]?.isJoined) at++;
      const end = endOf(text, parts[at - 1]);
      const read = text.slice(from, end);
      left = left.slice(escapedBytes(read).length);
      state.groupStdin = left;
      lines += read.split("\n").length - 1;
      from = end;
      yield* parts.slice(first, at);
    }
    if (state.groupStdin === left && from >= text.trimEnd().length) return;
    if (parts.length === 0) return;
  }
}

/** Where the line ends in which a statement does, or the document that it has (`<<`). */
function endOf(text: string, { ends = text.length }: Statement = {}): number {
  const line = text.indexOf("\n", ends - 1);
  return line < 0 ? text.length : line + 1;
}
