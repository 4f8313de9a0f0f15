/**
 * Where a browser runs the frame on the page's own thread, a diagram that never ends stops the page before its time limit does. So a drawing
 * is noted while it lasts, and after one that was never ended each waits for a click.
 */
const key = "skillground:drawing";
const under = new Set<symbol>();
const before = read();

/** Whether diagrams are drawn without being asked for. */
export function drawsByItself(): boolean {
  return before === null;
}

/** Notes that a drawing begins. @returns takes the note back; further calls do nothing */
export function noteDrawing(): () => void {
  const drawing = Symbol("drawing");
  under.add(drawing);
  keep(() => localStorage.setItem(key, "1"));
  return () => {
    if (under.delete(drawing) && under.size === 0) keep(() => localStorage.removeItem(key));
  };
}

function read(): string | null {
  let kept: string | null = null;
  keep(() => {
    kept = localStorage.getItem(key);
  });
  return kept;
}

/** A browser may forbid storage, or have none left. */
function keep(action: () => void): void {
  try {
    action();
  } catch (caught) {
    if (!(caught instanceof DOMException)) throw caught;
  }
}
