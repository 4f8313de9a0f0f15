import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

const opening = "<think>";
const closing = "</think>";

/** The most blanks before a text that are skipped while waiting for the tag. */
const mostBlanks = 200;

type Part = LanguageModelV4StreamPart;

/**
 * Moves a model's thoughts out of its text: servers without a field for them leave them there in `<think>` tags. Only
 * tags at the beginning of a step's text count; a model may write about such tags elsewhere.
 */
export function foldThinking(): TransformStream<Part, Part> {
  const folding = new Folding();
  return new TransformStream<Part, Part>({
    transform(part, controller) {
      for (const folded of folding.fold(part)) controller.enqueue(folded);
    },
  });
}

class Folding {
  /** `begin`: undecided. `after`: the thought has ended, and only blanks came since. */
  #state: "begin" | "thinking" | "after" | "said" = "begin";
  #start: Part | undefined;
  #id = "";
  #held = "";

  *fold(part: Part): Iterable<Part> {
    if (part.type === "text-start" && this.#state === "begin") {
      this.#start = part;
      this.#id = part.id;
    } else if (part.type === "text-delta" && part.id === this.#id) yield* this.#read(part.delta);
    else if (part.type === "text-end" && part.id === this.#id) yield* this.#end(part);
    else yield part;
  }

  #read(delta: string): Iterable<Part> {
    if (this.#state === "begin") return this.#begin(delta);
    if (this.#state === "thinking") return this.#think(delta);
    return this.#state === "after" ? this.#goOn(delta) : [this.#text(delta)];
  }

  *#begin(delta: string): Iterable<Part> {
    this.#held += delta;
    const text = this.#held.trimStart();
    if (opening.startsWith(text) && this.#held.length <= mostBlanks) return;
    const all = this.#held;
    this.#held = "";
    if (!text.startsWith(opening)) return yield* this.#say(all);
    this.#state = "thinking";
    yield this.#thought("reasoning-start");
    yield* this.#think(text.slice(opening.length));
  }

  *#think(delta: string): Iterable<Part> {
    this.#held += delta;
    const end = this.#held.indexOf(closing);
    // The end of the received text may be the beginning of the closing tag.
    const ready = this.#held.slice(0, end === -1 ? this.#held.length - partialEnd(this.#held) : end);
    if (ready !== "") yield this.#thinking(ready);
    this.#held = this.#held.slice(ready.length);
    if (end === -1) return;
    const rest = this.#held.slice(closing.length);
    this.#held = "";
    this.#state = "after";
    yield this.#thought("reasoning-end");
    yield* this.#goOn(rest);
  }

  *#goOn(delta: string): Iterable<Part> {
    const text = delta.trimStart();
    if (text !== "") yield* this.#say(text);
  }

  *#say(delta: string): Iterable<Part> {
    this.#state = "said";
    if (this.#start) yield this.#start;
    if (delta !== "") yield this.#text(delta);
  }

  *#end(part: Part): Iterable<Part> {
    const before = this.#state;
    this.#state = "said";
    if (before === "begin") yield* this.#say(this.#held);
    if (before === "thinking" && this.#held !== "") yield this.#thinking(this.#held);
    if (before === "thinking") yield this.#thought("reasoning-end");
    if (before === "begin" || before === "said") yield part;
    this.#start = undefined;
  }

  #text(delta: string): Part {
    return { type: "text-delta", id: this.#id, delta };
  }

  #thought(type: "reasoning-start" | "reasoning-end"): Part {
    return { type, id: `${this.#id}-thought` };
  }

  #thinking(delta: string): Part {
    return { type: "reasoning-delta", id: `${this.#id}-thought`, delta };
  }
}

/** How many characters at the end of `text` may begin the closing tag. */
function partialEnd(text: string): number {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(closing.slice(0, length))) return length;
  }
  return 0;
}
