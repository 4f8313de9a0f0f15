import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

const opening = "<think>";
const closing = "</think>";

type Part = LanguageModelV4StreamPart;

/**
 * Takes what a model thinks aloud out of its text: servers that know no field for it leave it there in `<think>` tags. Only
 * tags with which the text of a step begins count; a model may write about them as it likes.
 */
export function foldThinking(): TransformStream<Part, Part> {
  const folding = createFolding();
  return new TransformStream<Part, Part>({
    transform(part, controller) {
      for (const folded of folding(part)) controller.enqueue(folded);
    },
  });
}

function createFolding(): (part: Part) => Iterable<Part> {
  /** `begin`: not decided yet. `after`: the thought has ended, and nothing but blanks came since. */
  let state: "begin" | "thinking" | "after" | "said" = "begin";
  let start: Part | undefined;
  let id = "";
  let held = "";

  const thought = (type: "reasoning-start" | "reasoning-end"): Part => ({ type, id: `${id}-thought` });

  function* say(delta: string): Iterable<Part> {
    state = "said";
    if (start) yield start;
    if (delta !== "") yield { type: "text-delta", id, delta };
  }

  const read = {
    *begin(delta: string): Iterable<Part> {
      held += delta;
      const text = held.trimStart();
      if (opening.startsWith(text)) return;
      const all = held;
      held = "";
      if (!text.startsWith(opening)) return yield* say(all);
      state = "thinking";
      yield thought("reasoning-start");
      yield* read.thinking(text.slice(opening.length));
    },
    *thinking(delta: string): Iterable<Part> {
      held += delta;
      const end = held.indexOf(closing);
      // The end of what came may be the beginning of the closing tag.
      const ready = held.slice(0, end === -1 ? held.length - partialEnd(held) : end);
      if (ready !== "") yield { type: "reasoning-delta", id: `${id}-thought`, delta: ready };
      held = held.slice(ready.length);
      if (end === -1) return;
      const rest = held.slice(closing.length);
      held = "";
      state = "after";
      yield thought("reasoning-end");
      yield* read.after(rest);
    },
    *after(delta: string): Iterable<Part> {
      const text = delta.trimStart();
      if (text !== "") yield* say(text);
    },
    *said(delta: string): Iterable<Part> {
      yield { type: "text-delta", id, delta };
    },
  };

  function* end(part: Part): Iterable<Part> {
    const before = state;
    state = "said";
    if (before === "begin") yield* say(held);
    if (before === "thinking" && held !== "") yield { type: "reasoning-delta", id: `${id}-thought`, delta: held };
    if (before === "thinking") yield thought("reasoning-end");
    if (before === "begin" || before === "said") yield part;
    start = undefined;
  }

  return function* fold(part) {
    if (part.type === "text-start" && state === "begin") {
      start = part;
      id = part.id;
    } else if (part.type === "text-delta" && part.id === id) yield* read[state](part.delta);
    else if (part.type === "text-end" && part.id === id) yield* end(part);
    else yield part;
  };
}

/** How many characters at the end of `text` could begin the closing tag. */
function partialEnd(text: string): number {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(closing.slice(0, length))) return length;
  }
  return 0;
}
