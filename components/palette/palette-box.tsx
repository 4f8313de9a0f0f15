import type { KeyboardEventHandler } from "react";
import { TextField } from "#components/ui/fields.tsx";
import { caretAtEnd } from "#components/ui/focus.ts";

interface PaletteBoxProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onKeyDown: KeyboardEventHandler;
  /** Element ids of the list below and of the row that Enter takes; absent until there is one. */
  readonly list?: { readonly id: string; readonly current: string | undefined };
}

/** The search box. Takes the focus when it appears, with the caret behind the text. */
export function PaletteBox({ typed, onType, onKeyDown, list }: PaletteBoxProps) {
  return (
    <TextField
      label="Find"
      labelHidden
      placeholder="Search files, skills, actions and text"
      role="combobox"
      aria-expanded={list !== undefined}
      aria-controls={list?.id}
      aria-activedescendant={list?.current}
      ref={takeCaret}
      onKeyDown={onKeyDown}
      value={typed}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

/** Sets `autofocus` for a dialog that is about to open; focuses the box where the dialog is already open. */
function takeCaret(box: HTMLInputElement | null): void {
  box?.setAttribute("autofocus", "");
  box?.focus();
  caretAtEnd(box);
}
