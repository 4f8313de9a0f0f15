import { useId } from "react";
import { Button } from "#components/ui/button.tsx";
import type { ServerModel } from "#lib/chat/model-settings.ts";
import { CheckedField, KeyField } from "./checked-field.tsx";
import { type FormProblems, type ModelForm, presets, usualWindow } from "./model-form.ts";
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

interface ProviderFieldsProps {
  readonly form: ModelForm;
  readonly problems: FormProblems;
  readonly onChange: (part: Partial<ModelForm>) => void;
}

/** What the chosen provider needs to know. */
export function ProviderFields(props: ProviderFieldsProps) {
  switch (props.form.kind) {
    case "demo":
      return null;
    case "server":
      return <ServerPromise />;
    case "anthropic":
      return <AnthropicFields {...props} />;
    case "openai-compatible":
      return <OpenAiFields {...props} />;
  }
}

/** What the model takes in: the context is drawn to it, and harnesses cut their catalogs by it. */
export function WindowField({ form, problems, onChange }: ProviderFieldsProps) {
  return (
    <CheckedField
      label="Context window, in tokens"
      name="window"
      inputMode="numeric"
      placeholder={usualWindow(form).toLocaleString("en")}
      value={form.window}
      problem={problems.window}
      onChange={(window) => onChange({ window })}
    />
  );
}

function ServerPromise() {
  return (
    <p className={styles.promise}>
      Your messages, and the files the model reads, go through this page's server to its provider.
    </p>
  );
}

function AnthropicFields({ form, problems, onChange }: ProviderFieldsProps) {
  return (
    <div className={styles.fields}>
      <CheckedField
        label="Model name"
        name="anthropicModel"
        value={form.anthropicModel}
        problem={problems.anthropicModel}
        onChange={(anthropicModel) => onChange({ anthropicModel })}
      />
      <KeyField
        label="Anthropic key"
        name="anthropicKey"
        value={form.anthropicKey}
        problem={problems.anthropicKey}
        onChange={(anthropicKey) => onChange({ anthropicKey })}
      />
      <KeyPromise to="api.anthropic.com" />
    </div>
  );
}

function OpenAiFields({ form, problems, onChange }: ProviderFieldsProps) {
  const preset = presets.find((known) => known.baseUrl === form.baseUrl);
  return (
    <div className={styles.fields}>
      <fieldset className={styles.presets}>
        <legend>Known addresses</legend>
        {presets.map(({ label, baseUrl }) => (
          <Button
            key={label}
            size="small"
            aria-pressed={preset?.label === label}
            className={styles.preset}
            onClick={() => onChange({ baseUrl })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <CheckedField
        label="Base URL"
        name="baseUrl"
        type="url"
        value={form.baseUrl}
        problem={problems.baseUrl}
        onChange={(baseUrl) => onChange({ baseUrl })}
      />
      <CheckedField
        label="Model name"
        name="openaiModel"
        placeholder={preset?.example ?? "as the provider writes it"}
        value={form.openaiModel}
        problem={problems.openaiModel}
        onChange={(openaiModel) => onChange({ openaiModel })}
      />
      <KeyField
        label="API key"
        name="openaiKey"
        value={form.openaiKey}
        problem={problems.openaiKey}
        onChange={(openaiKey) => onChange({ openaiKey })}
      />
      <KeyPromise to={URL.canParse(form.baseUrl) ? new URL(form.baseUrl).host : "this address"} />
    </div>
  );
}

/** Where a key goes, said before it is given. */
function KeyPromise({ to }: { to: string }) {
  return (
    <p className={styles.promise}>
      The key stays in the memory of this page: it is gone when you reload, it is never saved, logged or part of a link.
      It goes straight to <code>{to}</code> and nowhere else, together with your messages and the files the model reads.
    </p>
  );
}
