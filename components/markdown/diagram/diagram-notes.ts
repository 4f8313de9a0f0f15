type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const key = "skillground:drawing";

/**
 * In some browsers the frame runs on the page's own thread, so a diagram that never ends blocks the page before its time limit can stop it.
 * So a note is kept while a drawing lasts; if a note was never taken back, each diagram waits for a click, as long as this page is open.
 * @param store may throw a DOMException, as where a browser forbids storage
 */
export function diagramNotes(store: () => Store) {
  const under = new Set<symbol>();
  const neverEnded = allowed(() => store().getItem(key)) != null;

  function end(drawing: symbol): void {
    if (under.delete(drawing) && under.size === 0) allowed(() => store().removeItem(key));
  }

  return {
    /** Whether diagrams are drawn without a click. */
    drawsByItself: () => !neverEnded,
    /** Notes that a drawing begins. @returns a function that takes the note back; further calls do nothing */
    begin() {
      const drawing = Symbol("drawing");
      under.add(drawing);
      allowed(() => store().setItem(key, "1"));
      return () => end(drawing);
    },
    /** Takes all notes back: a page that can still be left was not blocked. */
    leave() {
      for (const drawing of under) end(drawing);
    },
  };
}

function allowed<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch (caught) {
    if (caught instanceof DOMException) return undefined;
    throw caught;
  }
}
