import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import styles from "./settings.module.css";

export interface CheckedFieldProps extends Omit<ComponentProps<"input">, "onChange"> {
  readonly label: string;
  readonly value: string;
  /** Why the value is not valid. */
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
  /** Shown inside the box, after the text. */
  readonly action?: ReactNode;
}

/** A text box for verbatim text, with a sentence below it when the value is not valid. */
export function CheckedField({ label, problem, onChange, action, ...input }: CheckedFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.box}>
        <input
          id={id}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => onChange(event.target.value)}
          {...input}
        />
        {action}
      </span>
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

/**
 * A box for a key, hidden until the person asks to see it. Not `type="password"`, whose content browsers offer to save whatever the page
 * says.
 */
export function KeyField(props: Omit<CheckedFieldProps, "action" | "type">) {
  const [shown, setShown] = useState(false);
  return (
    <CheckedField
      {...props}
      className={shown ? undefined : styles.masked}
      data-1p-ignore
      data-lpignore="true"
      action={
        <IconButton label={shown ? "Hide key" : "Show key"} size="small" onClick={() => setShown(!shown)}>
          {shown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
        </IconButton>
      }
    />
  );
}
