import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CompareDialog } from "./compare-dialog.tsx";

/** Opens the comparison of what every harness makes of these files. */
export function CompareButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Compare
      </Button>
      {isOpen && <CompareDialog onClose={() => setOpen(false)} />}
    </>
  );
}
