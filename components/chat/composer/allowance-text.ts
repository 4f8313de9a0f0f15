import { scopeText } from "#components/chat/approval/approval-choices.tsx";
import type { Allowance } from "#lib/state/allowances.ts";
import { basename } from "#lib/vfs/paths.ts";

const verbs = { read: "May read", write: "May write", run: "May run" } as const;

/** What an allowance permits, in few words; its whole path where the last name alone is that of another one, too. */
export function allowanceText(allowance: Allowance, all: readonly Allowance[]): string {
  const short = textOf(allowance, basename);
  return all.filter((other) => textOf(other, basename) === short).length === 1 ? short : textOf(allowance, String);
}

function textOf({ operation, scope }: Allowance, named: (path: string) => string): string {
  const verb = verbs[operation];
  if ("path" in scope) return `${verb} ${named(scope.path)}`;
  return `${verb} ${operation === "run" && scope.kind === "conversation" ? "commands " : ""}${scopeText(scope)}`;
}
