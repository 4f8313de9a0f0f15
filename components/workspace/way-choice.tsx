import { Segments } from "#components/ui/toggles.tsx";
import { type Way, ways } from "#lib/report/compare/headline.ts";

interface WayChoiceProps {
  readonly way: Way;
  readonly disabled?: boolean;
  readonly onChoose: (way: Way) => void;
}

/** The control for the two ways to count skills. Independent of a workspace, so that a report's own page fetches none. */
export function WayChoice({ way, disabled = false, onChoose }: WayChoiceProps) {
  return <Segments label="Count skills" options={options} value={way} disabled={disabled} onChange={onChoose} />;
}

const options = (["as-it-lies", "as-installed"] as const).map((value) => ({ value, ...ways[value] }));
