import { useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { hostOf, type ServerModel, type SourceId } from "#lib/chat/model-settings.ts";
import { modelSources } from "#lib/chat/models/sources.ts";
import { formatCount } from "#lib/format-count.ts";
import { CheckedField, KeyField } from "./checked-field.tsx";
import {
  endpointIn,
  type FormProblems,
  hostOfOtherKey,
  keyIn,
  type ModelForm,
  modelIn,
  presets,
  usualWindow,
  withKey,
} from "./model-form.ts";
import styles from "./settings.module.css";

interface ProviderChoiceProps {
  readonly form: ModelForm;
  readonly serverModels: readonly ServerModel[];
  readonly onChange: (part: Partial<ModelForm>) => void;
}

/** Something to choose: a source, or one of the models that the server lends. */
interface Offer {
  readonly source: SourceId;
  readonly label: string;
  readonly about: string;
  /** Where the choice is one of a source's models. */
  readonly model?: string;
}

/** Who answers. What the server lends is offered only when it lends something. */
export function ProviderChoice({ form, serverModels, onChange }: ProviderChoiceProps) {
  return (
    <fieldset className={styles.providers}>
      <legend>Model</legend>
      {offersOf(serverModels).map((offer) => (
        <OfferRadio
          key={offer.label}
          offer={offer}
          checked={offer.source === form.source && (offer.model === undefined || offer.model === modelIn(form))}
          onChoose={() => onChange(chosen(offer, form))}
        />
      ))}
    </fieldset>
  );
}

function offersOf(serverModels: readonly ServerModel[]): Offer[] {
  return Object.values(modelSources).flatMap(({ id, label, about }): Offer[] =>
    id === "server"
      ? serverModels.map((lent) => ({ source: id, label: lent.label, about, model: lent.model }))
      : [{ source: id, label, about }],
  );
}

function chosen({ source, model }: Offer, { models }: ModelForm): Partial<ModelForm> {
  return { source, ...(model !== undefined && { models: { ...models, [source]: model } }) };
}

interface OfferRadioProps {
  readonly offer: Offer;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

function OfferRadio({ offer, checked, onChoose }: OfferRadioProps) {
  const id = useId();
  return (
    <label className={styles.provider}>
      <input
        type="radio"
        name="source"
        checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-about`}
        onChange={onChoose}
      />
      <span>
        <strong id={`${id}-label`}>{offer.label}</strong>
        <span id={`${id}-about`} className={styles.about}>
          {offer.about}
        </span>
      </span>
    </label>
  );
}

interface SourceFieldsProps {
  readonly form: ModelForm;
  readonly problems: FormProblems;
  readonly onChange: (part: Partial<ModelForm>) => void;
}

/** What the chosen source needs to know, and what it costs. */
export function SourceFields({ form, problems, onChange }: SourceFieldsProps) {
  const { needs, costs, label, usualModel } = modelSources[form.source];
  const preset = presets.find(({ baseUrl }) => baseUrl === form.baseUrl);
  const isAsked = form.source !== "server" && needs.length > 0;
  return (
    <div className={styles.fields}>
      {needs.includes("base-url") && <AddressField form={form} problems={problems} onChange={onChange} />}
      {isAsked && needs.includes("model") && (
        <CheckedField
          label="Model name"
          name="model"
          placeholder={usualModel ?? preset?.example ?? "as the provider writes it"}
          value={modelIn(form)}
          problem={problems.model}
          onChange={(model) => onChange({ models: { ...form.models, [form.source]: model } })}
        />
      )}
      {isAsked && needs.includes("key") && (
        <>
          <KeyField
            label={needs.includes("base-url") ? "API key" : `${label} key`}
            name="key"
            value={keyIn(form)}
            problem={problems.key}
            onChange={(key) => onChange(withKey(form, key))}
          />
          <KeyPromise form={form} />
        </>
      )}
      <p className={styles.promise}>{costs}</p>
    </div>
  );
}

/** What the model takes in: the context is drawn to it, and harnesses cut their catalogs by it. */
export function WindowField({ form, problems, onChange }: SourceFieldsProps) {
  return (
    <CheckedField
      label="Context window, in tokens"
      name="window"
      inputMode="numeric"
      placeholder={formatCount(usualWindow(form))}
      value={form.window}
      problem={problems.window}
      onChange={(window) => onChange({ window })}
    />
  );
}

function AddressField({ form, problems, onChange }: SourceFieldsProps) {
  return (
    <>
      <fieldset className={styles.presets}>
        <legend>Known addresses</legend>
        {presets.map(({ label, baseUrl }) => (
          <Button
            key={label}
            size="small"
            aria-pressed={form.baseUrl === baseUrl}
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
    </>
  );
}

/** Where a key goes, said before it is given. */
function KeyPromise({ form }: Pick<SourceFieldsProps, "form">) {
  const endpoint = endpointIn(form) ?? "";
  const other = hostOfOtherKey(form);
  return (
    <p className={styles.promise}>
      {other !== undefined && `The key that you typed for ${other} goes to no other address. `}
      The key stays in the memory of this page: it is gone when you reload, it is never saved, logged or part of a link.
      It goes straight to <code>{URL.canParse(endpoint) ? hostOf(endpoint) : "this address"}</code> and nowhere else.
    </p>
  );
}
