import type { Ref } from "react";
import styles from "./switch.module.css";

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** On or off, at once. The label is its accessible name and tooltip. */
export function Switch({ label, on, onChange, disabled = false, ref }: SwitchProps) {
  return (
    <button
      ref={ref}
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      title={label}
      disabled={disabled}
      className={styles.switch}
      onClick={() => onChange(!on)}
    >
      <span className={styles.track} />
    </button>
  );
}
