import { type ReactNode, useId } from "react";
import type { ServerModel } from "#lib/chat/model-settings.ts";
import type { SourceCosts } from "#lib/chat/models/source.ts";
import { modelSourceById, modelSources } from "#lib/chat/models/sources.ts";
import { type ModelForm, modelIn } from "./models/model-form.ts";
import styles from "./settings.module.css";

interface ProviderChoiceProps {
  readonly form: ModelForm;
  readonly serverModels: readonly ServerModel[];
  readonly onChange: (part: Partial<ModelForm>) => void;
  /** The fields of the chosen source, below its row. */
  readonly children: ReactNode;
}

/** An option: a source, or one of the models that the server lends. */
interface Offer {
  readonly source: string;
  readonly label: string;
  /** Set if the option is one of a source's models. */
  readonly model?: string;
}

/** The choice of model sources, with each one's cost in a line. Server models are offered only if the server lends any. */
export function ProviderChoice({ form, serverModels, onChange, children }: ProviderChoiceProps) {
  return (
    <fieldset className={styles.providers}>
      <legend>Model</legend>
      {offersOf(serverModels).map((offer) => (
        <OfferRow
          key={offer.label}
          offer={offer}
          checked={offer.source === form.source && (offer.model === undefined || offer.model === modelIn(form))}
          onChoose={() => onChange(chosen(offer, form))}
        >
          {children}
        </OfferRow>
      ))}
    </fieldset>
  );
}

function offersOf(serverModels: readonly ServerModel[]): Offer[] {
  return modelSources.flatMap(({ id, label }): Offer[] =>
    id === "server"
      ? serverModels.map((lent) => ({ source: id, label: lent.label, model: lent.model }))
      : [{ source: id, label }],
  );
}

/** The cost and download size; once chosen, also who can read the conversation. */
function costsText({ money, download, privacy }: SourceCosts, isChosen: boolean): string {
  return [money, ...(download === undefined ? [] : [download]), ...(isChosen ? [privacy] : [])].join(" · ");
}

/** The context window that was set for one model does not apply to another. */
function chosen({ source, model }: Offer, { models }: ModelForm): Partial<ModelForm> {
  return { source, window: "", ...(model !== undefined && { models: { ...models, [source]: model } }) };
}

interface OfferRowProps {
  readonly offer: Offer;
  readonly checked: boolean;
  readonly onChoose: () => void;
  /** Shown while the option is chosen. */
  readonly children: ReactNode;
}

function OfferRow({ offer, checked, onChoose, children }: OfferRowProps) {
  const id = useId();
  const { about, costs } = modelSourceById(offer.source);
  return (
    <div className={styles.provider}>
      <label>
        <input
          type="radio"
          name="source"
          className={styles.choice}
          checked={checked}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-costs ${id}-about`}
          onChange={onChoose}
        />
        <span>
          <strong id={`${id}-label`}>{offer.label}</strong>
          <span id={`${id}-costs`} className={styles.costs}>
            {costsText(costs, checked)}
          </span>
          <span id={`${id}-about`} className={styles.about} hidden={!checked}>
            {about}
          </span>
        </span>
      </label>
      {checked && children}
    </div>
  );
}
