import { Search } from "lucide-react";
import { Suspense, useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { find } from "#components/actions/workspace-actions.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { lazyPart } from "#components/ui/fetched-part.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";
import styles from "./palette.module.css";
import { PaletteBox } from "./palette-box.tsx";

/** Fetched when it is first opened. */
const Palette = lazyPart(async () => (await import("./palette.tsx")).Palette);

/** Opens the palette. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  useAsked("palette", () => setOpen(true));
  return (
    <>
      <ActionButton action={find} icon={<Search size={15} aria-hidden />} variant="plain" />
      {isOpen && <PaletteDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The dialog with its box, shown at once, so that what somebody types while the palette is being fetched is not lost. */
function PaletteDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [isEntered, setEntered] = useState(false);
  const waiting = (
    <div className={styles.palette}>
      <PaletteBox
        typed={typed}
        onType={setTyped}
        onKeyDown={({ key }) => {
          if (key === "Enter" && typed !== "") setEntered(true);
        }}
      />
      <div className={styles.list} />
    </div>
  );
  return (
    <Dialog title="Find a file, skill or action" onClose={onClose}>
      <Suspense fallback={waiting}>
        <Palette typed={typed} onType={setTyped} isEntered={isEntered} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}
