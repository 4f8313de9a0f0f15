import { Select, TextField } from "#components/ui/fields.tsx";
import { Options } from "#components/ui/options.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profiles } from "#lib/harness/profiles.ts";
import type { Conditions } from "#lib/state/experiments.ts";
import { type ModelOption, modelOptions } from "./model-options.ts";
import styles from "./trial.module.css";

/** The settings of one side: as the form shows them, and the conditions that result. */
export interface SideChoice extends Omit<Conditions, "choice"> {
  /** Id of a `ModelOption`. */
  readonly option: string;
  /** The model's name, if the option needs one. */
  readonly name: string;
}

export function conditionsOf({ option, name, ...rest }: SideChoice, options: readonly ModelOption[]): Conditions {
  const found = options.find(({ id }) => id === option) ?? options[0];
  if (!found) throw new Error("The demo model is always available.");
  return { ...rest, choice: found.named ? { ...found.choice, model: name.trim() } : found.choice };
}

export function useModelOptions(): readonly ModelOption[] {
  const models = useWorkspace((state) => state.models);
  const serverModels = useWorkspace((state) => state.serverModels);
  return modelOptions(models, serverModels);
}

interface ConditionsFormProps {
  /** The side's name. */
  readonly label: string;
  readonly side: SideChoice;
  readonly disabled: boolean;
  readonly onChange: (side: SideChoice) => void;
}

/** The harness, the model, and the left-out skill of one side. */
export function ConditionsForm({ label, side, disabled, onChange }: ConditionsFormProps) {
  const options = useModelOptions();
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const option = options.find(({ id }) => id === side.option);
  return (
    <fieldset className={styles.side} disabled={disabled}>
      <legend>{label}</legend>
      <Select label="Harness" value={side.profileId} onChange={(profileId) => onChange({ ...side, profileId })}>
        <Options of={profiles.map(({ id, label: name }) => [id, name])} />
      </Select>
      <Select
        label="Model"
        value={side.option}
        onChange={(id) => {
          const next = options.find((each) => each.id === id);
          onChange({ ...side, option: id, name: next?.choice.model ?? "" });
        }}
      >
        <Options of={options.map(({ id, label: name }) => [id, name])} />
      </Select>
      {option?.named && (
        <TextField
          label="Model name"
          verbatim
          value={side.name}
          onChange={({ target }) => onChange({ ...side, name: target.value })}
        />
      )}
      <Select
        label="Without"
        value={side.without ?? ""}
        onChange={(location) => {
          const { without: _, ...rest } = side;
          onChange(location === "" ? rest : { ...rest, without: location });
        }}
      >
        <option value="">No skill removed</option>
        <Options of={skills.map(({ name, location }) => [location, <VisibleName key={location} text={name} />])} />
      </Select>
    </fieldset>
  );
}
