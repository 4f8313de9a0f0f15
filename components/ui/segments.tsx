import { type Ref, useId } from "react";
import styles from "./segments.module.css";

interface SegmentsProps<Value extends string> {
  /** Names the group for assistive technology. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly title?: string | undefined }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
  /** The chosen one, which has the group's place among the tab stops. */
  readonly ref?: Ref<HTMLInputElement>;
}

/** One of a few, all in sight: native radio buttons in a row, with their keys. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled = false,
  ref,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.segments} disabled={disabled}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.segment} title={option.title}>
          <input
            ref={option.value === value ? ref : undefined}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
