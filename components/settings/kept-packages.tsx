import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { usePromised } from "#components/ui/use-promised.ts";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { formatBytes } from "#lib/format-count.ts";
import styles from "./settings.module.css";

/** The Python packages kept in this browser, and a button to remove them; nothing where there are none. */
export function KeptPackages() {
  const { keptPackages, removePackages } = useActions();
  const [isRemoved, setRemoved] = useState(false);
  // If the part that asks for packages cannot be loaded, or the window keeps nothing, there are none.
  const bytes = usePromised(() => keptPackages().catch(() => 0), [keptPackages]) ?? 0;
  async function remove() {
    await removePackages();
    setRemoved(true);
  }
  if (bytes === 0 && !isRemoved) return null;
  return (
    <div className={styles.tokens}>
      <h3>Packages for Python</h3>
      <p className={styles.token}>
        <span role="status">{isRemoved ? "Removed." : `${formatBytes(bytes)} in this browser`}</span>
        {!isRemoved && (
          <Button size="small" aria-label="Remove the packages" onClick={() => void remove()}>
            Remove
          </Button>
        )}
      </p>
    </div>
  );
}
