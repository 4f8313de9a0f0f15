import type { ComponentProps, ReactNode } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { type Action, hasMacKeys, keyCaps, spokenKeys } from "./action.ts";
import { useCanBeDone, useRunAction } from "./use-actions.ts";

interface ActionButtonProps extends Pick<ComponentProps<typeof Button>, "variant" | "size" | "className"> {
  readonly action: Action;
  /** Shown alone, with the action's name for its own. Absent: the name is shown. */
  readonly icon?: ReactNode;
}

/** A button that does an action; disabled while that cannot be done. */
export function ActionButton({ action, icon, ...look }: ActionButtonProps) {
  const run = useRunAction();
  const isPossible = useCanBeDone(action);
  const { label, keys, opensDialog } = action;
  const button = {
    ...look,
    disabled: !isPossible,
    onClick: () => run(action),
    ...(opensDialog && { "aria-haspopup": "dialog" as const }),
    ...(keys && { "aria-keyshortcuts": spokenKeys(keys) }),
  };
  if (!icon) return <Button {...button}>{label}</Button>;
  return (
    <IconButton
      {...button}
      label={keys ? `${label} (${keyCaps(keys, hasMacKeys()).join(hasMacKeys() ? "" : "+")})` : label}
    >
      {icon}
    </IconButton>
  );
}
