import { parseJson } from "#lib/plain-json.ts";

/** A piece of what a model without native tools has written: text, or a call in a block. */
export type Written =
  | { readonly kind: "text"; readonly text: string }
  /** `input`: JSON, as far as the model wrote it correctly. */
  | { readonly kind: "call"; readonly name: string; readonly input: string };

/** The line that opens a block as the model is told to write it, and the tag that many models have learned instead. */
const openings = ["```tool_call", "<tool_call>"] as const;
/** Opening lines that models use for calls and for other things: the content decides. */
const maybeOpenings = ["```json", "```tool_code"] as const;
const endings = ["```", "</tool_call>"] as const;

/** The most calls of one answer; what follows is not read. */
const mostCalls = 8;
const longestBlock = 200_000;
/** The first characters of a line, in which an opening must be complete. */
const opensWithin = 100;

/**
 * Reads an answer as it arrives: text is passed on at once, a block when it has ended. After a call only further calls
 * are read, since models without native tools continue with made-up results. A block that turns out not to be a call is
 * passed on as text.
 * @param tools names of the tools that the model was offered
 */
export async function* readToolBlocks(
  pieces: AsyncIterable<string>,
  tools: readonly string[],
): AsyncGenerator<Written> {
  const reader = new BlockReader(tools);
  for await (const piece of pieces) {
    yield* reader.read(piece);
    if (reader.isOver) return;
  }
  yield* reader.end();
}

interface Block {
  /** Whether the opening line alone makes it a call. */
  readonly isSure: boolean;
  /** The marker at the beginning of the line that is read; empty after the block's first line. */
  opening: string;
  /** The whole block, exactly as written. */
  whole: string;
  /** The lines between its first and its last line. */
  body: string;
}

class BlockReader {
  readonly #tools: readonly string[];
  /**
   * The received part of the last line that was not yet passed on. Within a block it is looked at only when the line
   * has ended: a call is mostly one long line, which would otherwise be copied for each piece.
   */
  #held = "";
  /** Whether the beginning of that line was already passed on, so that it cannot open a block. */
  #isBegun = false;
  #block: Block | undefined;
  #calls = 0;
  #isOver = false;

  constructor(tools: readonly string[]) {
    this.#tools = tools;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  *read(piece: string): Generator<Written> {
    for (const text of piece.split(/(?<=\n)/)) {
      if (this.#isOver) return;
      this.#held += text;
      if (!this.#block && !this.#isBegun) this.#open();
      if (text.endsWith("\n")) {
        yield* this.#endLine();
        this.#isBegun = false;
      } else if (this.#block ? this.#isTooLong(this.#block) : this.#isBegun || !couldOpen(this.#held)) {
        this.#isBegun = true;
        yield* this.#endLine();
      }
    }
  }

  *end(): Generator<Written> {
    if (this.#held !== "") yield* this.#endLine();
    // Many models stop before they have written the closing line of a block.
    yield* this.#close();
  }

  /** Begins a block if the held line opens one. */
  #open(): void {
    const start = this.#held.slice(0, opensWithin).trimStart();
    const opening = [...openings, ...maybeOpenings].find((each) => start.startsWith(each));
    if (opening === undefined) return;
    this.#block = { isSure: openings.some((known) => known === opening), opening, whole: "", body: "" };
  }

  #isTooLong(block: Block): boolean {
    return block.whole.length + this.#held.length > longestBlock;
  }

  /** Handles the held line, which is whole, with its line end, or all that is read of it together. */
  *#endLine(): Generator<Written> {
    const text = this.#held;
    const block = this.#block;
    if (!block) {
      this.#held = "";
      return yield* this.#say(text);
    }
    const content = block.opening === "" ? text : text.trimStart().slice(block.opening.length);
    const end = endIn(content);
    const isOver = end !== undefined || this.#isTooLong(block);
    block.whole += text;
    block.body += content.slice(0, end);
    block.opening = "";
    this.#held = "";
    if (isOver) yield* this.#close();
  }

  *#close(): Generator<Written> {
    if (!this.#block) return;
    const { isSure, whole, body } = this.#block;
    this.#block = undefined;
    const call = callIn(body, this.#tools, isSure);
    if (!call) return yield* this.#say(whole);
    this.#calls++;
    yield call;
    if (this.#calls >= mostCalls) this.#isOver = true;
  }

  *#say(text: string): Generator<Written> {
    if (this.#calls === 0) yield { kind: "text", text };
    else if (text.trim() !== "") this.#isOver = true;
  }
}

/**
 * The index in a line where the block ends; `undefined` where it continues. A closing mark counts only at the beginning
 * or end of the line. Inside a JSON text it belongs to the content, since each line of that ends with a character of
 * its own.
 */
function endIn(line: string): number | undefined {
  const text = line.trim();
  const ending = endings.find((each) => text.startsWith(each) || text.endsWith(each));
  if (ending === undefined) return undefined;
  return text.startsWith(ending) ? line.indexOf(ending) : line.lastIndexOf(ending);
}

/** Whether an unfinished line may still become an opening line. */
function couldOpen(line: string): boolean {
  const text = line.trimStart();
  return line.length < opensWithin && [...openings, ...maybeOpenings].some((opening) => opening.startsWith(text));
}

/** The call in a block; `undefined` where the block need not be a call and cannot be read as one. */
function callIn(
  body: string,
  tools: readonly string[],
  isSure: boolean,
): Extract<Written, { kind: "call" }> | undefined {
  const { name, arguments: given, parameters } = Object(parseJson(body)) as Readonly<Record<string, unknown>>;
  const input = given ?? parameters ?? {};
  if (typeof name === "string" && (isSure || (tools.includes(name) && typeof input === "object")))
    return { kind: "call", name, input: typeof input === "string" ? input : JSON.stringify(input) };
  if (!isSure) return undefined;
  // Malformed: the name and the raw text of the arguments are passed on, and the model reads what was wrong.
  const written = /"name"\s*:\s*"([^"\\]{1,100})"/.exec(body)?.[1];
  const start = /"(?:arguments|parameters)"\s*:/.exec(body);
  const text = body.trim();
  const after = start && text.endsWith("}") ? body.slice(start.index + start[0].length, body.lastIndexOf("}")) : text;
  return { kind: "call", name: written ?? "tool_call", input: after.trim() };
}
