import { Eye, EyeOff } from "lucide-react";
import { type Ref, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/fields.tsx";
import styles from "./settings.module.css";

interface KeyFieldProps {
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly label: string;
  readonly name?: string;
  readonly value: string;
  /** Why the value cannot be taken, as a sentence. */
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

/**
 * A box for a key, hidden until the person asks to see it. Not `type="password"`, whose content browsers offer to save whatever the page
 * says.
 */
export function KeyField({ onChange, ...field }: KeyFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      verbatim
      className={shown ? undefined : styles.masked}
      onChange={({ target }) => onChange(target.value)}
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
