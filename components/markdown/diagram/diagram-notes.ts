type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const key = "skillground:drawing";

/**
 * Where a browser runs the frame on the page's own thread, a diagram that never ends stops the page before its time limit does. So a drawing
 * is noted while it lasts, and after one that was never ended each waits for a click, as long as this page is open.
 * @param store may throw a DOMException, as where a browser forbids storage
 */
export function diagramNotes(store: () => Store) {
  const under = new Set<symbol>();
  const neverEnded = allowed(() => store().getItem(key)) != null;

  function end(drawing: symbol): void {
    if (under.delete(drawing) && under.size === 0) allowed(() => store().removeItem(key));
  }

  return {
    /** Whether diagrams are drawn without being asked for. */
    drawsByItself: () => !neverEnded,
    /** Notes that a drawing begins. @returns takes the note back; further calls do nothing */
    begin() {
      const drawing = Symbol("drawing");
      under.add(drawing);
      allowed(() => store().setItem(key, "1"));
      return () => end(drawing);
    },
    /** Takes all notes back: a page that can still be left was not stopped. */
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
