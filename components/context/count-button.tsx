import { Button } from "#components/ui/button.tsx";
import type { CountState } from "./use-token-totals.ts";

interface CountButtonProps {
  readonly count: CountState;
  readonly setExact: (exact: boolean) => void;
}

/** Switches between the estimate and the real count, which costs a megabyte the first time. */
export function CountButton({ count, setExact }: CountButtonProps) {
  const isOn = count === "exact" || count === "counting";
  return (
    <Button
      variant="quiet"
      size="small"
      aria-pressed={isOn}
      title="Counts with o200k, the vocabulary of current OpenAI models. Loads 1 MB the first time."
      onClick={() => setExact(!isOn)}
    >
      {count === "counting" ? "Counting…" : count === "unavailable" ? "Counter not loaded" : "Count exactly"}
    </Button>
  );
}
