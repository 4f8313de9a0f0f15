import { type RefObject, useEffect } from "react";

/** `keepFocus` for as long as the component is mounted. */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => (root.current ? keepFocus(root.current) : undefined), [root]);
}

/**
 * Keeps the focus in the page when the focused control is removed: a question is answered, a file closed, Stop becomes Send. The nearest
 * remaining element around it takes the focus, so that a keyboard continues from the same place and a screen reader does not fall back to
 * the top of the page.
 * @returns ends that
 */
export function keepFocus(root: HTMLElement): () => void {
  let path: Element[] = [];
  let frame = 0;
  const remember = ({ target }: FocusEvent) => {
    path = target instanceof Element ? pathTo(target, root) : [];
  };
  const check = () => {
    const [last, ...around] = path;
    const { activeElement } = document;
    if (!last || (activeElement !== document.body && activeElement !== last) || isUsable(last)) return;
    path = [];
    const nearest = around.find(isUsable);
    if (nearest instanceof HTMLElement) focusOnce(nearest);
  };
  // Runs at most once a frame: a streaming answer changes the page far more often.
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(check);
  });
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ["disabled", "hidden"] });
  root.addEventListener("focusin", remember);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    root.removeEventListener("focusin", remember);
  };
}

/** `target` and its ancestors up to `root`. Recorded while it is in the page: a removed element has no ancestors. */
function pathTo(target: Element, root: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = target; at; at = at === root ? null : at.parentElement) path.push(at);
  return path;
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(":disabled") && element.checkVisibility();
}

/** A `ref` for a text box that appears with text: puts the caret behind it, where a person goes on writing. Browsers put it before. */
export function caretAtEnd(box: HTMLInputElement | HTMLTextAreaElement | null): void {
  box?.setSelectionRange(box.value.length, box.value.length);
}

/** Focuses an element. If need be it becomes focusable, until the focus leaves for anything but a dialog, which will give it back. Also a `ref`. */
export function focusOnce(element: HTMLElement | null | undefined): void {
  if (!element) return;
  if (!element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element && relatedTarget.closest("dialog")) return;
      element.removeAttribute("tabindex");
      element.removeEventListener("blur", leave);
    };
    element.addEventListener("blur", leave);
  }
  element.focus({ preventScroll: true });
}
