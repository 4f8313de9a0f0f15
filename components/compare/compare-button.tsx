import { lazy, Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";

/** Fetched when it is first opened. */
const CompareDialog = lazy(async () => ({ default: (await import("./compare-dialog.tsx")).CompareDialog }));

/** Opens the comparison of what every harness makes of these files. */
export function CompareButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Compare
      </Button>
      {isOpen && (
        <Suspense>
          <CompareDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
