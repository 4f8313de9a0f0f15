import { ShieldCheck, X } from "lucide-react";
import { scopeText } from "#components/chat/approval/approval-choices.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Allowance } from "#lib/state/allowances.ts";
import { basename } from "#lib/vfs/paths.ts";
import { allowancesOf } from "#lib/workspace/conversation/allowances.ts";
import styles from "./attached.module.css";

/** The person's standing allowances, each with a button to revoke it. */
export function AllowanceList() {
  const allowances = useWorkspace(allowancesOf);
  const { withdrawAllowance } = useActions();
  if (allowances.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Allowed without asking">
      {allowances.map((allowance) => (
        <li key={textOf(allowance)} className={styles.chip}>
          <ShieldCheck size={13} aria-hidden />
          <VisibleName
            as="span"
            className={styles.name}
            title={titleOf(allowance)}
            text={textOf(allowance)}
            form="text"
          />
          <IconButton
            label={`Ask again: ${textOf(allowance)}`}
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

const verbs = { read: "May read", write: "May write", run: "May run" } as const;

function textOf({ operation, scope }: Allowance): string {
  const what = "path" in scope ? basename(scope.path) : scopeText(scope);
  return `${verbs[operation]} ${operation === "run" && scope.kind === "conversation" ? "commands " : ""}${what}`;
}

function titleOf({ scope }: Allowance): string {
  const where = "path" in scope ? scope.path : "folder" in scope ? scope.folder : "everywhere the harness asks";
  return `Allowed until this conversation ends or you close the page: ${where}`;
}
