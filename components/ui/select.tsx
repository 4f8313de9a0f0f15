import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId } from "react";
import styles from "./select.module.css";
import { VisibleName } from "./text/visible-text.tsx";

interface SelectProps extends Omit<ComponentProps<"select">, "onChange"> {
  /** Its accessible name; shown before it unless `labelHidden`. */
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly onChange: (value: string) => void;
}

/** The native combo box in the interface's clothes; give it `<option>`s. */
export function Select({ label, labelHidden = false, onChange, className, children, ...rest }: SelectProps) {
  const id = useId();
  return (
    <span className={[styles.box, className].filter(Boolean).join(" ")}>
      <label htmlFor={id} className={labelHidden ? "unseen" : styles.label}>
        <VisibleName text={label} />
      </label>
      <select id={id} className={styles.select} onChange={(event) => onChange(event.target.value)} {...rest}>
        {children}
      </select>
      <ChevronDown size={14} aria-hidden className={styles.arrow} />
    </span>
  );
}
