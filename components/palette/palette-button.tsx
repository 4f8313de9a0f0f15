import { Search } from "lucide-react";
import { Suspense, useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { find } from "#components/actions/workspace-actions.ts";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";

/** Fetched when it is first opened. */
const Palette = fetchedDialog(async () => (await import("./palette.tsx")).Palette);

/** Opens the palette. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  useAsked("palette", () => setOpen(true));
  return (
    <>
      <ActionButton action={find} icon={<Search size={15} aria-hidden />} variant="plain" />
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
