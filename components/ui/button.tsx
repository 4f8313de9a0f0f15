import type { ComponentProps } from "react";
import styles from "./button.module.css";
import { visibleName } from "./visible/visible-pieces.ts";

type Variant = "plain" | "primary" | "quiet" | "danger" | "link";

interface ButtonProps extends ComponentProps<"button"> {
  readonly variant?: Variant;
  readonly size?: "small" | "medium" | "large";
}

/** A button with a text. `type="button"` by default, so that none submits a form by accident. */
export function Button({ variant = "plain", size = "medium", className, type = "button", ...rest }: ButtonProps) {
  const classes = [styles.button, styles[variant], styles[size], className].filter(Boolean).join(" ");
  return <button type={type} className={classes} {...rest} />;
}

interface IconButtonProps extends Omit<ButtonProps, "aria-label"> {
  /** Its accessible name and its tooltip. */
  readonly label: string;
}

/** A square button that shows only an icon. */
export function IconButton({ label, variant = "quiet", className, ...rest }: IconButtonProps) {
  const classes = [styles.icon, className].filter(Boolean).join(" ");
  const name = visibleName(label);
  return <Button variant={variant} className={classes} aria-label={name} title={name} {...rest} />;
}
