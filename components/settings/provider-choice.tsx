import { useId } from "react";
import type { ServerModel } from "#lib/chat/model-settings.ts";
import type { ModelForm } from "./model-form.ts";
import styles from "./settings.module.css";

interface ProviderChoiceProps {
  readonly form: ModelForm;
  readonly serverModels: readonly ServerModel[];
  readonly onChange: (part: Partial<ModelForm>) => void;
}

interface Provider {
  readonly label: string;
  readonly about: string;
  /** What choosing it puts into the form. */
  readonly part: Pick<ModelForm, "kind"> & Partial<ModelForm>;
}

/** Who answers. What the server lends is offered only when it lends something. */
export function ProviderChoice({ form, serverModels, onChange }: ProviderChoiceProps) {
  return (
    <fieldset className={styles.providers}>
      <legend>Model</legend>
      {providers(serverModels).map((provider) => (
        <ProviderRadio
          key={provider.label}
          provider={provider}
          checked={isChosen(provider, form)}
          onChoose={() => onChange(provider.part)}
        />
      ))}
    </fieldset>
  );
}

function providers(serverModels: readonly ServerModel[]): Provider[] {
  return [
    {
      label: "Demo model",
      about: "Scripted, not an AI. Reads skills as the harness tells it to; works offline and without a key.",
      part: { kind: "demo" },
    },
    ...serverModels.map(({ label, model }): Provider => {
      return {
        label,
        about: "Lent by whoever runs this page; no key needed.",
        part: { kind: "server", serverModel: model },
      };
    }),
    { label: "Anthropic", about: "Claude, with your own key.", part: { kind: "anthropic" } },
    {
      label: "OpenAI-compatible",
      about: "OpenAI, OpenRouter, a model on this machine: anything that speaks OpenAI's protocol.",
      part: { kind: "openai-compatible" },
    },
  ];
}

function isChosen({ part }: Provider, form: ModelForm): boolean {
  return part.kind === form.kind && (part.serverModel === undefined || part.serverModel === form.serverModel);
}

interface ProviderRadioProps {
  readonly provider: Provider;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

function ProviderRadio({ provider, checked, onChoose }: ProviderRadioProps) {
  const id = useId();
  return (
    <label className={styles.provider}>
      <input
        type="radio"
        name="kind"
        checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-about`}
        onChange={onChoose}
      />
      <span>
        <strong id={`${id}-label`}>{provider.label}</strong>
        <span id={`${id}-about`} className={styles.about}>
          {provider.about}
        </span>
      </span>
    </label>
  );
}
