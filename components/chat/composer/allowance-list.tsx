import { ShieldCheck, X } from "lucide-react";
import { IconButton } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Allowance } from "#lib/state/allowances.ts";
import { allowancesOf, keyOf } from "#lib/workspace/conversation/allowances.ts";
import { allowanceText } from "./allowance-text.ts";
import styles from "./attached.module.css";

/** The person's standing allowances, each with a button to revoke it. */
export function AllowanceList() {
  const allowances = useWorkspace(allowancesOf);
  const { withdrawAllowance } = useActions();
  if (allowances.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Allowed without asking">
      {allowances.map((allowance) => (
        <li key={keyOf(allowance)} className={styles.chip}>
          <ShieldCheck size={13} aria-hidden />
          <VisibleName
            as="span"
            className={styles.name}
            title={titleOf(allowance)}
            text={allowanceText(allowance, allowances)}
            form="text"
          />
          <IconButton
            label={`Ask again: ${allowanceText(allowance, allowances)}`}
            size="small"
            onClick={() => withdrawAllowance(allowance)}
          >
            <X size={13} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function titleOf({ scope }: Allowance): string {
  const where = "path" in scope ? scope.path : "folder" in scope ? scope.folder : "everywhere the harness asks";
  return `Allowed until this conversation ends or you close the page: ${where}`;
}
