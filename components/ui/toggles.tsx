import { type Ref, useId } from "react";
import segmentStyles from "./segments.module.css";
import switchStyles from "./switch.module.css";

interface SegmentsProps<Value extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly title?: string | undefined }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
  /** The chosen button, which is the group's tab stop. */
  readonly ref?: Ref<HTMLInputElement>;
}

/** A choice of one of a few, all in sight: native radio buttons in a row, with their keys. */
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
    <fieldset className={segmentStyles.segments} disabled={disabled}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={segmentStyles.segment} title={option.title}>
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

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A switch that takes effect at once. The label is its accessible name and tooltip. */
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
      className={switchStyles.switch}
      onClick={() => onChange(!on)}
    >
      <span className={switchStyles.track} />
    </button>
  );
}
