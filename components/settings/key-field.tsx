import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { CheckedField, type CheckedFieldProps } from "./checked-field.tsx";
import styles from "./settings.module.css";

/** A key, hidden until asked for. Not `type="password"`: browsers offer to save those whatever the page says. */
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
