import { useState } from "react";
import { useModelOptions } from "#components/trials/conditions-form.tsx";
import { distinctChoices } from "#components/trials/model-options.ts";
import { TextField } from "#components/ui/fields.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profiles } from "#lib/harness/profiles.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import type { Conditions } from "#lib/state/experiments.ts";
import styles from "./evals.module.css";

/** The harnesses and models that a set is run under. */
export interface Picker {
  /** All combinations of the picked models and those of the picked harnesses that can be tested. */
  readonly conditions: readonly Conditions[];
  /** Labels of the picked harnesses that can be tested. */
  readonly known: readonly string[];
  /** Labels of the others, of which it is not documented what they tell their model. */
  readonly unknown: readonly string[];
  readonly harnesses: ReadonlySet<string>;
  readonly toggleHarness: (id: string) => void;
  readonly models: readonly { readonly id: string; readonly label: string; readonly isChosen: boolean }[];
  readonly toggleModel: (id: string) => void;
  /** More models of the chosen one's source, separated by commas; absent where the source has none. */
  readonly more?: { readonly source: string; readonly names: string; readonly change: (names: string) => void };
}

/** Starts with the lab's current harness and model alone. */
export function usePicker(): Picker {
  const profileId = useWorkspace((state) => state.profileId);
  const options = useModelOptions();
  const [harnesses, setHarnesses] = useState<ReadonlySet<string>>(new Set([profileId]));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(options.slice(0, 1).map(({ id }) => id)));
  const [names, setNames] = useState("");
  const open = options.find(({ named, choice }) => named && choice.source === options[0]?.choice.source);
  const named = names
    .split(",")
    .flatMap((name) => (open && name.trim() ? [{ ...open.choice, model: name.trim() }] : []));
  const fixed = options.filter((option) => !option.named);
  const choices = distinctChoices([...fixed.filter(({ id }) => chosen.has(id)).map(({ choice }) => choice), ...named]);
  const picked = profiles.filter(({ id }) => harnesses.has(id));
  const unknown = picked.filter((each) => isUndocumented(each, "catalog"));
  const known = picked.filter((each) => !unknown.includes(each));
  return {
    conditions: known.flatMap(({ id }) => choices.map((choice): Conditions => ({ profileId: id, choice }))),
    known: known.map(({ label }) => label),
    unknown: unknown.map(({ label }) => label),
    harnesses,
    toggleHarness: (id) => setHarnesses(toggled(harnesses, id)),
    models: fixed.map(({ id, label }) => ({ id, label, isChosen: chosen.has(id) })),
    toggleModel: (id) => setChosen(toggled(chosen, id)),
    ...(open && { more: { source: open.label, names, change: setNames } }),
  };
}

function toggled(all: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(all);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The harnesses and models that are asked, in one line. */
export function ConditionsLine({ picker }: { readonly picker: Picker }) {
  const { known, models, more } = picker;
  const names = known.join(", ") || "no harness";
  const chosen = models.filter(({ isChosen }) => isChosen).map(({ label }) => label);
  const all = [...chosen, ...(more?.names.trim() ? [more.names] : [])].join(", ") || "no model";
  return (
    <span className={styles.under}>
      Under <strong>{names}</strong>, with <strong>{all}</strong>
    </span>
  );
}

/** Checkboxes for the harnesses and the models. */
export function ConditionsPicker({ picker, disabled }: { readonly picker: Picker; readonly disabled: boolean }) {
  const { harnesses, models, more } = picker;
  return (
    <div className={styles.conditions}>
      <fieldset disabled={disabled}>
        <legend>Harnesses</legend>
        {profiles.map(({ id, label }) => (
          <label key={id}>
            <input type="checkbox" checked={harnesses.has(id)} onChange={() => picker.toggleHarness(id)} /> {label}
          </label>
        ))}
      </fieldset>
      <fieldset disabled={disabled}>
        <legend>Models</legend>
        {models.map(({ id, label, isChosen }) => (
          <label key={id}>
            <input type="checkbox" checked={isChosen} onChange={() => picker.toggleModel(id)} /> {label}
          </label>
        ))}
        {more && (
          <TextField
            label="More models of the same source, separated by commas"
            verbatim
            value={more.names}
            onChange={({ target }) => more.change(target.value)}
          />
        )}
      </fieldset>
    </div>
  );
}
