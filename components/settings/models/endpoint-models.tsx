import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { useNow } from "#components/ui/use-now.ts";
import { hostOf } from "#lib/chat/model-settings.ts";
import { askEndpoint, type EndpointAnswer } from "#lib/chat/models/ask-endpoint.ts";
import { foundIn, isFree, type ListedModel } from "#lib/chat/models/listing.ts";
import { modelSourceById } from "#lib/chat/models/sources.ts";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { formatCount, plural } from "#lib/format-count.ts";
import styles from "../settings.module.css";
import {
  askingProblems,
  baseUrlIn,
  endpointIn,
  type FindBlock,
  type FormProblems,
  keyIn,
  type ModelForm,
  modelIn,
} from "./model-form.ts";

interface EndpointModelsProps {
  readonly form: ModelForm;
  readonly onChange: (part: Partial<ModelForm>) => void;
  readonly findBlock: FindBlock;
  readonly onProblems: (problems: FormProblems) => void;
}

type Asked =
  | { readonly kind: "asking"; readonly stopping: AbortController }
  | { readonly kind: "answered"; readonly answer: EndpointAnswer }
  | { readonly kind: "failed"; readonly failure: Failure };

/** On a click, asks the provider whether it accepts the key and which models it has; the person can then choose one. */
export function EndpointModels({ form, onChange, findBlock, onProblems }: EndpointModelsProps) {
  const endpoint = endpointIn(form)?.trim() ?? "";
  const key = keyIn(form).trim();
  const { current, ask: askForModels, cancel } = useAsking(form, endpoint, key);
  const now = useNow(form);

  async function ask() {
    const problems = askingProblems(form, findBlock);
    onProblems(problems);
    if (Object.keys(problems).length > 0) return;
    const answer = await askForModels();
    // A name typed meanwhile stays, and another source has models of its own.
    const { source, models } = now.current;
    const isOpen = source === form.source && models[source] === undefined;
    if (isOpen && answer?.usual !== undefined) choose(answer.usual, answer.models);
  }
  function choose(model: string, models: readonly ListedModel[]) {
    const window = models.find((listed) => listed.model === model)?.window;
    onChange({
      models: { [form.source]: model },
      window: window === undefined ? "" : formatCount(window),
    });
  }
  return (
    <div className={styles.asked}>
      {current?.kind === "asking" ? (
        <Button onClick={cancel}>Cancel</Button>
      ) : (
        <Button onClick={() => void ask()}>{key === "" ? "List models" : "Test key"}</Button>
      )}
      <p role="status" className={styles.promise}>
        {current?.kind === "asking" && `Asking ${hostOf(endpoint)}…`}
        {current?.kind === "answered" && answerText(form, endpoint, key, current.answer)}
      </p>
      {current?.kind === "failed" && (
        <p role="alert" className={styles.problem}>
          {failureParts(current.failure).what} {failureParts(current.failure).next}
        </p>
      )}
      {current?.kind === "answered" && current.answer.models.length > 0 && (
        <ModelList
          models={current.answer.models}
          chosen={modelIn(form).trim()}
          onChoose={(model) => choose(model, current.answer.models)}
        />
      )}
    </div>
  );
}

/** The answer of the form's endpoint, and the function that asks it; `ask` resolves to `undefined` if it failed or was cancelled. */
function useAsking(form: ModelForm, endpoint: string, key: string) {
  const [asked, setAsked] = useState<Asked & { readonly about: string }>();
  const about = `${endpoint} ${key}`;
  // An answer for another key or address does not apply to this one.
  const current = asked?.about === about ? asked : undefined;
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  async function ask(): Promise<EndpointAnswer | undefined> {
    stopping.current?.abort();
    const controller = new AbortController();
    stopping.current = controller;
    setAsked({ kind: "asking", stopping: controller, about });
    const answer = await askEndpoint({ source: form.source, baseUrl: baseUrlIn(form).trim() }, key, controller.signal);
    if (controller.signal.aborted) return undefined;
    if ("code" in answer) {
      setAsked({ kind: "failed", failure: answer, about });
      return undefined;
    }
    setAsked({ kind: "answered", answer, about });
    return answer;
  }
  function cancel() {
    stopping.current?.abort();
    setAsked(undefined);
  }
  return { current, ask, cancel };
}

function answerText({ source }: ModelForm, endpoint: string, key: string, { models, account }: EndpointAnswer): string {
  // A host at a custom address may ignore the key, so its answer does not prove the key.
  const isKeyTested = key !== "" && !modelSourceById(source).needs.includes("base-url");
  const has = models.length === 0 ? "names no model for a conversation" : `lists ${plural(models.length, "model")}`;
  return `${hostOf(endpoint)} ${isKeyTested ? "accepts the key" : "answers"} and ${has}.${account ? ` It says that ${account}.` : ""}`;
}

/** Most models shown without a search box. */
const fewModels = 8;
/** Most rows drawn; the search finds the others. */
const mostShown = 60;

interface ModelListProps {
  readonly models: readonly ListedModel[];
  readonly chosen: string;
  readonly onChoose: (model: string) => void;
}

function ModelList({ models, chosen, onChoose }: ModelListProps) {
  const name = useId();
  const [search, setSearch] = useState("");
  const found = foundIn(models, search);
  const shown = found.slice(0, mostShown);
  return (
    <>
      {models.length > fewModels && (
        <TextField
          label="Search these models"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // Enter must not submit the form from this box.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      <fieldset className={styles.listed}>
        <legend className="unseen">Listed models</legend>
        {shown.map((listed) => (
          <label key={listed.model} className={styles.listedModel}>
            <input
              type="radio"
              name={name}
              className={styles.choice}
              checked={listed.model === chosen}
              onChange={() => onChoose(listed.model)}
            />
            <span>
              <code>{listed.model}</code>
              {listed.label && <bdi className={styles.about}>{listed.label}</bdi>}
            </span>
            <ModelFacts listed={listed} />
          </label>
        ))}
      </fieldset>
      <p role="status" className={styles.promise}>
        {found.length === 0 && "No model matches."}
        {found.length > shown.length && `${formatCount(found.length - shown.length)} more: search to find them.`}
      </p>
    </>
  );
}

/** A model's price, if the list gives it, and its context window. */
function ModelFacts({ listed }: { listed: ListedModel }) {
  const { window, price } = listed;
  return (
    <span className={styles.facts}>
      {isFree(listed) && <Tag tone="tier2">free</Tag>}
      {price && !isFree(listed) && (
        <span title="Dollars per million tokens, in and out">
          ${dollars(price.input)} / ${dollars(price.output)}
        </span>
      )}
      {window !== undefined && <span title="Context window in tokens">{shortCount(window)}</span>}
    </span>
  );
}

function dollars(amount: number): string {
  return amount.toLocaleString("en", { maximumFractionDigits: 2 });
}

function shortCount(tokens: number): string {
  return tokens.toLocaleString("en", { notation: "compact", maximumFractionDigits: 1 });
}
