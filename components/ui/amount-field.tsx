import { useState } from "react";

interface AmountFieldProps {
  readonly label: string;
  readonly least: number;
  readonly most?: number;
  readonly step?: number;
  readonly value: number | undefined;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}

/**
 * A number within bounds. While somebody types, the text may be out of bounds, as the first digits of a large number are; it is clamped
 * when the focus leaves.
 */
export function AmountField({
  label,
  least,
  most = Number.POSITIVE_INFINITY,
  step = 1,
  value,
  disabled,
  onChange,
}: AmountFieldProps) {
  const [typed, setTyped] = useState<string>();
  function leave() {
    const amount = Number.parseFloat(typed ?? "");
    if (!Number.isNaN(amount)) onChange(Math.min(most, Math.max(least, amount)));
    setTyped(undefined);
  }
  return (
    <label>
      {label}{" "}
      <input
        type="number"
        min={least}
        max={most === Number.POSITIVE_INFINITY ? undefined : most}
        step={step}
        disabled={disabled}
        value={typed ?? value ?? ""}
        onChange={({ target }) => {
          setTyped(target.value);
          const amount = target.valueAsNumber;
          if (amount >= least && amount <= most) onChange(amount);
        }}
        onBlur={leave}
      />
    </label>
  );
}
