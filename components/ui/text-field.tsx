import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./text-field.module.css";

interface TextFieldProps extends ComponentProps<"input"> {
  readonly label: string;
  /** Keeps the label for assistive technology only, where the place says what it is. */
  readonly labelHidden?: boolean;
  readonly icon?: ReactNode;
  /** A sentence below the box. */
  readonly hint?: ReactNode;
  /** For what is verbatim: addresses, keys, model names. */
  readonly mono?: boolean;
}

/** A one-line text box with its label. */
export function TextField({
  label,
  labelHidden = false,
  icon,
  hint,
  mono = false,
  className,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const hintId = useId();
  return (
    <div className={[styles.field, className].filter(Boolean).join(" ")}>
      <label htmlFor={id} className={labelHidden ? "unseen" : styles.label}>
        {label}
      </label>
      <span className={styles.box}>
        {icon}
        <input
          id={id}
          className={mono ? styles.mono : undefined}
          aria-describedby={hint ? hintId : undefined}
          {...rest}
        />
      </span>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
