import { takenOf } from "#lib/run/sandbox/commands/inputs.ts";
import { escapedBytes, escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import type { AwkContext } from "./awk-context.ts";
import { toText } from "./awk-format.ts";
import type { AwkOutputs } from "./awk-outputs.ts";
import { AwkReader } from "./awk-record.ts";
import { AwkError } from "./awk-syntax.ts";
import { unescaped } from "./awk-tokens.ts";
import { AwkInput, toNumber } from "./awk-values.ts";
import { type AwkVariables, scalar } from "./awk-variables.ts";
import type { Now } from "./now.ts";

/** Bytes that it reads at once. */
const blockSize = 4096;

/** What a program reads: its operands one after the other, and what `getline` names. */
export class AwkInputs {
  private readonly place: AwkContext;
  private readonly variables: AwkVariables;
  private readonly outputs: AwkOutputs;
  private readonly readers = new Map<string, AwkReader>();
  private current: AwkReader | undefined;
  private operand = 1;
  private hasRead = false;
  /** Whether the end of a file is still to be told. */
  private isEnded = false;
  private fault: AwkError | undefined;

  constructor(place: AwkContext, variables: AwkVariables, outputs: AwkOutputs) {
    this.place = place;
    this.variables = variables;
    this.outputs = outputs;
  }

  /** The next record of the operands; `undefined` after the last. */
  next(): string | undefined {
    for (;;) {
      const found = this.step();
      if (typeof found !== "object") return found;
    }
  }

  /** The next record, or that a file begins or ends. @param isAllowed whether one that cannot be read is told in `ERRNO` */
  step(isAllowed = false): string | { readonly file: "begin" | "end" } | undefined {
    if (!this.current) {
      if (this.isEnded) {
        this.isEnded = false;
        return { file: "end" };
      }
      this.current = this.open(isAllowed);
      return this.current && { file: "begin" };
    }
    const record = this.current.next(this.separator());
    if (record === undefined) {
      this.skipFile(true);
      return this.step(isAllowed);
    }
    this.variables.slot("RT").value = this.current.ending;
    this.variables.count("NR");
    this.variables.count("FNR");
    return record;
  }

  /** Goes on with the next operand. @param isTold whether its end is told */
  skipFile(isTold: boolean): void {
    this.current = undefined;
    this.fault = undefined;
    this.isEnded = isTold;
  }

  /** @throws AwkError for a file that cannot be read, and was not skipped */
  requireFile(): void {
    if (this.fault) throw this.fault;
  }

  /** A record of a file or a command; 1 with it, 0 at the end, -1 if there is no such file. */
  read(how: "<" | "|", name: string, use: (record: string) => void): Now<number> {
    const key = how + name;
    const take = (reader: AwkReader) => {
      this.readers.set(key, reader);
      const record = reader.next(this.separator());
      if (record === undefined) return 0;
      use(record);
      return 1;
    };
    const known = this.readers.get(key);
    if (known) return take(known);
    if (how === "|") return this.outputs.read(name).then(({ out }) => take(new AwkReader(out)));
    this.outputs.flush();
    const text = this.textOf(name);
    return text === undefined ? -1 : take(new AwkReader(text));
  }

  close(name: string): boolean {
    return [this.readers.delete(`<${name}`), this.readers.delete(`|${name}`)].includes(true);
  }

  /** What the program has read of its own input, in whole blocks, where that is what it was reading; the rest is there for others. */
  taken() {
    if (!this.hasRead || !/^(?:-|\/dev\/stdin)?$/.test(this.variables.textOf("FILENAME"))) return {};
    const text = escapedText(this.place.stdin());
    const read = escapedBytes(text.slice(0, text.length - (this.current?.left ?? 0))).length;
    return takenOf(Math.ceil(read / blockSize) * blockSize, 1);
  }

  private separator(): string {
    return this.variables.textOf("RS");
  }

  /** Opens the next operand that names a file; those like `name=value` assign. */
  private open(isAllowed: boolean): AwkReader | undefined {
    const words = this.variables.slot("ARGV").value;
    while (words instanceof Map && this.operand < toNumber(this.variables.value("ARGC"))) {
      const word = toText(scalar(words.get(String(this.operand++)), "ARGV"), "%d");
      const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
      if (name !== undefined) this.variables.slot(name).value = new AwkInput(unescaped(value ?? ""));
      else if (word !== "") {
        this.hasRead = true;
        const text = this.textOf(word);
        this.tellFault(text === undefined ? word : undefined, isAllowed);
        return this.begin(word, text ?? "");
      }
    }
    if (this.hasRead) return undefined;
    this.hasRead = true;
    return this.begin(isAllowed ? "-" : "", escapedText(this.place.stdin()));
  }

  /** @param word a file that cannot be read */
  private tellFault(word: string | undefined, isAllowed: boolean): void {
    this.fault =
      word === undefined
        ? undefined
        : new AwkError(`fatal: cannot open file \`${word}' for reading: No such file or directory`);
    if (!isAllowed) this.requireFile();
    this.variables.slot("ERRNO").value = word === undefined ? "" : "No such file or directory";
  }

  private begin(name: string, text: string): AwkReader {
    this.variables.slot("FILENAME").value = name;
    this.variables.slot("FNR").value = 0;
    return new AwkReader(text);
  }

  private textOf(name: string): string | undefined {
    const { tree, cwd } = this.place;
    if (name === "-" || name === "/dev/stdin") return escapedText(this.place.stdin());
    try {
      return escapedText(tree.read(resolve(cwd, name)));
    } catch (caught) {
      if (caught instanceof RunFileError) return undefined;
      throw caught;
    }
  }
}
