import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { basename } from "#lib/vfs/paths.ts";
import styles from "./file-menu.module.css";

export interface FileMenuPlace {
  readonly path: string;
  /** Pixels in the window. */
  readonly x: number;
  readonly y: number;
}

interface FileMenuProps {
  readonly at: FileMenuPlace;
  /** The menu's items, in order. */
  readonly items: readonly { readonly label: string; readonly onChoose: () => void }[];
  readonly onClose: () => void;
}

/** The context menu, also opened by the menu key: arrows, Enter and Escape work as usual. */
export function FileMenu({ at: { path, x, y }, items, onClose }: FileMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    const opener = document.activeElement;
    if (!element) return;
    element.showPopover();
    element.style.left = `${Math.max(4, Math.min(x, window.innerWidth - element.offsetWidth - 4))}px`;
    element.style.top = `${Math.max(4, Math.min(y, window.innerHeight - element.offsetHeight - 4))}px`;
    element.querySelector("button")?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [x, y]);
  function onKeyDown(event: KeyboardEvent) {
    // The tree around the menu has keys of its own.
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(menu.current?.querySelectorAll("button") ?? [])];
    const index = buttons.findIndex((button) => button.matches(":focus"));
    buttons.at((index + step) % buttons.length)?.focus();
  }
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      popover="auto"
      aria-label={visibleName(basename(path))}
      className={styles.menu}
      onKeyDown={onKeyDown}
      onToggle={({ newState }) => newState === "closed" && onClose()}
    >
      {items.map(({ label, onChoose }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation();
            onClose();
            onChoose();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
