import { escapedBytes, escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { RunFileError } from "#lib/run/sandbox/tree-nodes.ts";
import type { AwkContext } from "./awk-context.ts";
import { AwkError, type AwkTarget } from "./awk-syntax.ts";

type Within = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** Most characters that a program prints, against one that prints without end. */
const most = 16 * 1024 * 1024;

/** A file or command that a program prints to. */
interface Opened {
  readonly how: AwkTarget["how"];
  text: string;
}

/** What a program prints; for commands it is kept until they are closed, for files until they are read. */
export class AwkOutputs {
  stdout = "";
  stderr = "";
  private readonly opened = new Map<string, Opened>();
  private readonly place: AwkContext;
  private printed = 0;

  constructor(place: AwkContext) {
    this.place = place;
  }

  print(text: string, how?: AwkTarget["how"], name = ""): void {
    this.printed += text.length;
    if (this.printed > most) throw new AwkError("more output than 16 MB");
    if (how === undefined || name === "/dev/stdout" || (how !== "|" && name === "-")) this.stdout += text;
    else if (name === "/dev/stderr") this.stderr += text;
    else this.open(how, name).text += text;
  }

  private open(how: AwkTarget["how"], name: string): Opened {
    const known = this.opened.get(name);
    if (known) return known;
    const made: Opened = { how, text: "" };
    this.opened.set(name, made);
    if (how === ">") this.write(name, "", false);
    return made;
  }

  /** Writes what files have got so far, so that others find it there. */
  flush(): void {
    for (const [name, opened] of this.opened) {
      if (opened.how === "|" || opened.text === "") continue;
      this.write(name, opened.text, true);
      opened.text = "";
    }
  }

  private write(name: string, text: string, isMore: boolean): void {
    const { tree, cwd } = this.place;
    const bytes = escapedBytes(text);
    try {
      if (isMore) tree.append(resolve(cwd, name), bytes);
      else tree.write(resolve(cwd, name), bytes);
    } catch (caught) {
      if (!(caught instanceof RunFileError)) throw caught;
      throw new AwkError(`cannot open "${name}" for output (${caught.message})`, { cause: caught });
    }
  }

  /** @returns the command's exit code, 0 for a file, -1 for neither */
  close(name: string): Promise<number> | number {
    const opened = this.opened.get(name);
    if (!opened) return -1;
    this.flush();
    this.opened.delete(name);
    if (opened.how !== "|") return 0;
    return this.run(name, opened.text).then(({ out, status }) => {
      this.stdout += out;
      return status;
    });
  }

  async closeAll(): Promise<void> {
    this.flush();
    for (const name of [...this.opened.keys()]) await this.close(name);
  }

  /** Runs a command of the shell whose output is read, and not what it says of faults, wherever that goes. @returns its output as text */
  read(line: string) {
    return this.run(line, undefined, this.place.outputs.taken);
  }

  /** Runs a command of the shell. @returns its output as text */
  async run(
    line: string,
    stdin?: string,
    within: Within = (run) => run(),
  ): Promise<{ readonly out: string; readonly status: number }> {
    const { exec, cwd, signal } = this.place;
    if (!exec) throw new AwkError("no command can be started here");
    this.flush();
    const input = stdin === undefined ? {} : ({ stdin: latin1(escapedBytes(stdin)), stdinKind: "bytes" } as const);
    const start = () => exec(line, { cwd, ...input, ...(signal && { signal }) });
    const { stdout, stdoutKind, stderr, exitCode } = await within(start);
    this[this.place.outputs.isOne ? "stdout" : "stderr"] += stderr;
    const bytes = stdoutKind === "bytes" ? fromLatin1(stdout) : escapedBytes(stdout);
    return { out: escapedText(bytes), status: exitCode };
  }
}
