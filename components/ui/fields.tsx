import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import selectStyles from "./select.module.css";
import styles from "./text-field.module.css";
import { VisibleName } from "./visible/visible-text.tsx";

interface TextFieldProps extends ComponentProps<"input"> {
  readonly label: string;
  /** Whether only assistive technology gets the label, as the surroundings show what the box is for. */
  readonly labelHidden?: boolean;
  readonly icon?: ReactNode;
  /** A sentence below the box. */
  readonly hint?: ReactNode;
  /** Why the value cannot be taken, as a sentence. */
  readonly problem?: string | undefined;
  /** Text that counts letter by letter, as addresses, keys and model names do: in the monospaced font, and never corrected. */
  readonly verbatim?: boolean;
  /** Shown inside the box, after the text. */
  readonly action?: ReactNode;
}

/** What keeps browsers from changing what is typed. */
const asTyped = { className: styles.mono, spellCheck: false, autoCapitalize: "off", autoComplete: "off" };

/** A one-line text box with its label. */
export function TextField({
  label,
  labelHidden = false,
  icon,
  hint,
  problem,
  verbatim = false,
  action,
  className,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const about = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div className={[styles.field, className].filter(Boolean).join(" ")}>
      <label htmlFor={id} className={labelHidden ? "unseen" : styles.label}>
        {label}
      </label>
      <span className={styles.box}>
        {icon}
        <input
          id={id}
          {...(verbatim && asTyped)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={about || undefined}
          {...rest}
        />
        {action}
      </span>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface SelectProps extends Omit<ComponentProps<"select">, "onChange"> {
  /** Accessible name; shown before the box unless `labelHidden`. */
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly onChange: (value: string) => void;
}

/** The native select in the interface's style; its children are `<option>`s. */
export function Select({ label, labelHidden = false, onChange, className, children, id: given, ...rest }: SelectProps) {
  const made = useId();
  const id = given ?? made;
  return (
    <span className={[selectStyles.box, className].filter(Boolean).join(" ")}>
      <label htmlFor={id} className={labelHidden ? "unseen" : selectStyles.label}>
        <VisibleName text={label} />
      </label>
      <select id={id} className={selectStyles.select} onChange={(event) => onChange(event.target.value)} {...rest}>
        {children}
      </select>
      <ChevronDown size={14} aria-hidden className={selectStyles.arrow} />
    </span>
  );
}
