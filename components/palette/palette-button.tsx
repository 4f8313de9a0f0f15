import { Search } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";

/** Fetched when it is first opened. */
const Palette = fetchedDialog(async () => (await import("./palette.tsx")).Palette);

/** Opens the palette, with Control or Command and K, too. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      // Not over a dialog, which may ask something.
      if (!document.querySelector("dialog[open]")) setOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <IconButton
        label="Find a file, skill or action (⌘K)"
        variant="plain"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Search size={15} aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
