import type { ReactNode } from "react";

interface OptionsProps {
  /** The value of each option, different from the others', with its text. */
  readonly of: readonly (readonly [value: string | number, text: ReactNode])[];
}

/** The options of a select. */
export function Options({ of }: OptionsProps) {
  return of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
