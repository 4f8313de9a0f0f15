import { Button } from "#components/ui/button.tsx";
import { CheckedField } from "./checked-field.tsx";
import { KeyField } from "./key-field.tsx";
import { type FormProblems, type ModelForm, presets } from "./model-form.ts";
import styles from "./settings.module.css";

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
