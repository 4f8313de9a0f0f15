import type { KeptEvals } from "#lib/state/experiments.ts";
import styles from "./evals.module.css";

/** Also the command line's default. */
export const usualNeed = 0.8;

interface ThresholdsProps {
  readonly threshold: number;
  readonly need: number;
  readonly onChange: (changed: Pick<KeptEvals, "threshold" | "need">) => void;
}

/** Sets the shares from which a request counts as leading to a skill, and a set as passed. Existing runs are judged again at once. */
export function Thresholds({ threshold, need, onChange }: ThresholdsProps) {
  return (
    <div className={styles.controls}>
      <Share
        label="Count a skill as picked at"
        of="of its runs"
        value={threshold}
        onChange={(share) => onChange({ threshold: share })}
      />
      <Share
        label="Pass the set at"
        of="of its requests"
        value={need}
        onChange={(share) => onChange({ need: share })}
      />
    </div>
  );
}

interface ShareProps {
  readonly label: string;
  readonly of: string;
  readonly value: number;
  readonly onChange: (share: number) => void;
}

function Share({ label, of, value, onChange }: ShareProps) {
  const percent = Math.round(value * 100);
  const options = [...new Set([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, percent])].sort((a, b) => a - b);
  return (
    <label>
      {label}
      <select value={percent} onChange={({ target }) => onChange(Number(target.value) / 100)}>
        {options.map((each) => (
          <option key={each} value={each}>
            {each}%
          </option>
        ))}
      </select>
      {of}
    </label>
  );
}
