import type { ComponentProps, ReactNode } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { type Action, hasMacKeys, keyCaps, spokenKeys } from "./action.ts";
import { useCanBeDone, useRunAction } from "./use-actions.ts";

interface ActionButtonProps extends Pick<ComponentProps<typeof Button>, "variant" | "size" | "className"> {
  readonly action: Action;
  /** Shown instead of the action's name, which then becomes the accessible name. Absent: the name is shown. */
  readonly icon?: ReactNode;
}

/** A button that runs an action; disabled while the action is not possible. */
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
