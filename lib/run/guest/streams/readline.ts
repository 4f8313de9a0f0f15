import type { Readable } from "node:stream";
import { StringDecoder } from "string_decoder/";
import { nodeError } from "../arguments/argument-errors.ts";
import { EventEmitter } from "../events.ts";
import { processObject } from "../process.ts";

interface Output {
  write(text: string): unknown;
}

interface Setting {
  readonly input?: Readable;
  readonly output?: Output | undefined;
  readonly prompt?: string;
}

type Answered = (line: string) => void;

/** Node's `readline.Interface`, for an input that is no terminal. */
class Interface extends EventEmitter {
  closed = false;
  readonly input: Readable;
  readonly output: Output | undefined;
  #prompt: string;
  #answered: Answered | undefined;
  #rest = "";
  readonly #decoder = new StringDecoder();

  constructor(given: Setting | Readable, output?: Output) {
    super();
    const setting: Setting = "_read" in given ? { input: given, output } : given;
    this.input = setting.input ?? processObject.stdin;
    this.output = setting.output;
    this.#prompt = setting.prompt ?? "> ";
    this.input.on("data", (chunk: string | Uint8Array) => this.#take(this.#decoder.write(chunk)));
    this.input.on("end", () => {
      if (this.#rest !== "") this.#tell(this.#rest);
      // Who waits for an answer has it, and may ask again, before the input is found to have ended.
      setImmediate(() => this.close());
    });
    this.input.on("error", (error) => this.emit("error", error));
  }
  #take(text: string): void {
    const lines = `${this.#rest}${text}`.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#tell(line);
  }
  #tell(line: string): void {
    const answered = this.#answered;
    this.#answered = undefined;
    if (answered) answered(line);
    else this.emit("line", line);
  }
  /** What is asked at the end of the input is never answered, as in Node. */
  question(text: string, ...rest: unknown[]): unknown {
    if (this.closed) throw nodeError(Error, "ERR_USE_AFTER_CLOSE", "readline was closed");
    this.output?.write(text);
    this.#answered = rest.at(-1) as Answered;
    this.input.resume();
    return undefined;
  }
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.input.pause();
    this.emit("close");
  }
  setPrompt(text: string): void {
    this.#prompt = text;
  }
  getPrompt(): string {
    return this.#prompt;
  }
  prompt(): void {
    this.output?.write(this.#prompt);
  }
  pause(): this {
    this.input.pause();
    this.emit("pause");
    return this;
  }
  resume(): this {
    this.input.resume();
    this.emit("resume");
    return this;
  }
  write(): void {
    // Nobody types into a script here.
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    const lines: string[] = [];
    let wake = (): void => undefined;
    let failure: unknown;
    this.on("line", (line: string) => {
      lines.push(line);
      wake();
    });
    this.on("close", () => wake());
    this.on("error", (error: unknown) => {
      failure = error;
      wake();
    });
    try {
      for (;;) {
        const line = lines.shift();
        if (line !== undefined) yield line;
        else if (failure) throw failure;
        else if (this.closed) return;
        else await new Promise<void>((done) => (wake = done));
      }
    } finally {
      this.close();
    }
  }
}

class Asking extends Interface {
  override question(text: string): Promise<string> {
    return new Promise<string>((done) => super.question(text, done));
  }
}

const code =
  (text: string) =>
  (output: Output, ...given: unknown[]) => {
    const done = given.at(-1);
    output.write(`\u001b[${text}`);
    if (typeof done === "function") done();
    return true;
  };

const terminal = {
  clearLine: (output: Output, side = 0, ...rest: unknown[]) =>
    code(`${side < 0 ? 1 : side > 0 ? 0 : 2}K`)(output, ...rest),
  clearScreenDown: code("0J"),
  cursorTo: (output: Output, x: number, y?: unknown, ...rest: unknown[]) =>
    code(typeof y === "number" ? `${y + 1};${x + 1}H` : `${x + 1}G`)(output, y, ...rest),
  moveCursor(output: Output, x: number, y: number) {
    const across = x === 0 ? "" : `\u001b[${Math.abs(x)}${x < 0 ? "D" : "C"}`;
    output.write(`${across}${y === 0 ? "" : `\u001b[${Math.abs(y)}${y < 0 ? "A" : "B"}`}`);
    return true;
  },
};

type Given = ConstructorParameters<typeof Interface>;

/** Node's `readline/promises`. */
export const askingLines = { Interface: Asking, createInterface: (...given: Given) => new Asking(...given) };

/** Node's `readline`. */
export const readline = {
  Interface,
  createInterface: (...given: Given) => new Interface(...given),
  emitKeypressEvents: () => undefined,
  ...terminal,
  promises: askingLines,
};
