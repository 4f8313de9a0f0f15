import type { KeyboardEventHandler } from "react";
import { TextField } from "#components/ui/fields.tsx";

interface PaletteBoxProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onKeyDown: KeyboardEventHandler;
  /** The list below and the row of it that Enter takes, by their ids; absent until there is one. */
  readonly list?: { readonly id: string; readonly current: string | undefined };
}

/** Where one types what is looked for. It takes the focus as it appears, with the caret behind what has been typed. */
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

/** `autofocus` for the dialog that opens with it; the focus itself where the dialog is open already. */
function takeCaret(box: HTMLInputElement | null): void {
  box?.setAttribute("autofocus", "");
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}
