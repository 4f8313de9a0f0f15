import { TextField } from "#components/ui/fields.tsx";
import { hostOf } from "#lib/chat/model-settings.ts";
import { modelSourceById } from "#lib/chat/models/sources.ts";
import { formatCount } from "#lib/format-count.ts";
import type { SecretsStanding } from "#lib/models/secrets.ts";
import { KeyField } from "./key-field.tsx";
import { BuiltInModel } from "./models/built-in-model.tsx";
import { DownloadedModels } from "./models/downloaded-models.tsx";
import { EndpointModels } from "./models/endpoint-models.tsx";
import { FoundServers } from "./models/found-servers.tsx";
import {
  baseUrlIn,
  endpointIn,
  type FindBlock,
  type FormProblems,
  hostOfOtherKey,
  keyIn,
  type ModelForm,
  modelIn,
  usualWindow,
  withBaseUrl,
  withKey,
} from "./models/model-form.ts";
import { SignIn } from "./models/sign-in.tsx";
import { RememberFields, type RememberForm } from "./remembering.tsx";
import styles from "./settings.module.css";

export interface SourceFieldsProps {
  readonly form: ModelForm;
  readonly problems: FormProblems;
  readonly onChange: (part: Partial<ModelForm>) => void;
}

interface AllFieldsProps extends SourceFieldsProps {
  readonly remember: RememberForm;
  readonly lock: SecretsStanding["lock"];
  readonly onRemember: (remember: RememberForm) => void;
  readonly findBlock: FindBlock;
  readonly onProblems: (problems: FormProblems) => void;
}

/** The fields of the chosen source, and the buttons that ask it. */
export function SourceFields({ remember, lock, onRemember, findBlock, onProblems, ...fields }: AllFieldsProps) {
  const { form, problems, onChange } = fields;
  const { id, needs, label, usualModel, list, signsIn } = modelSourceById(form.source);
  return (
    <div className={styles.fields}>
      {id === "browser" && <BuiltInModel onWindow={(window) => onChange({ window: formatCount(window) })} />}
      {id === "download" && (
        <DownloadedModels chosen={modelIn(form)} onChoose={({ model }) => onChange({ models: { download: model } })} />
      )}
      {signsIn && <SignIn isSignedIn={keyIn(form) !== ""} />}
      {id === "local" && (
        <FoundServers
          chosen={form.localUrl}
          onChoose={(localUrl, model) =>
            onChange({ localUrl, ...(model !== undefined && { models: { local: model } }) })
          }
        />
      )}
      {needs.includes("base-url") && <BaseUrlField {...fields} />}
      {needs.includes("key") && (
        <>
          <KeyField
            label={needs.includes("base-url") ? "API key" : `${label} key`}
            name="key"
            value={keyIn(form)}
            problem={problems.key}
            onChange={(key) => onChange(withKey(form, key))}
          />
          <RememberFields form={remember} lock={lock} onChange={onRemember} problem={problems.passphrase} />
          <KeyPromise form={form} remember={remember} />
        </>
      )}
      {form.source !== "server" && needs.includes("model") && (
        <TextField
          verbatim
          label="Model name"
          name="model"
          placeholder={usualModel ?? "as the provider writes it"}
          value={modelIn(form)}
          problem={problems.model}
          onChange={({ target }) => onChange({ models: { [form.source]: target.value } })}
        />
      )}
      {list && <EndpointModels {...fields} findBlock={findBlock} onProblems={onProblems} />}
    </div>
  );
}

function BaseUrlField({ form, problems, onChange }: SourceFieldsProps) {
  return (
    <TextField
      verbatim
      label="Base URL"
      name="baseUrl"
      type="url"
      placeholder="https://llm.example.org/v1"
      value={baseUrlIn(form)}
      problem={problems.baseUrl}
      onChange={({ target }) => onChange(withBaseUrl(form, target.value))}
    />
  );
}

/** The context window: the context bar is drawn to it, and harnesses cut their catalogs by it. */
export function WindowField({ form, problems, onChange }: SourceFieldsProps) {
  return (
    <TextField
      verbatim
      label="Context window, in tokens"
      name="window"
      inputMode="numeric"
      placeholder={formatCount(usualWindow(form))}
      value={form.window}
      problem={problems.window}
      onChange={({ target }) => onChange({ window: target.value })}
    />
  );
}

/** Where a key is sent and stored; shown before the person types it. */
function KeyPromise({ form, remember }: { readonly form: ModelForm; readonly remember: RememberForm }) {
  const endpoint = endpointIn(form) ?? "";
  const other = hostOfOtherKey(form);
  return (
    <p className={styles.promise}>
      {other !== undefined && `The key that you typed for ${other} is sent to no other address. `}
      {!remember.isRemembered && "The key stays in this page's memory until you reload. "}
      It goes straight to <code>{URL.canParse(endpoint) ? hostOf(endpoint) : "this address"}</code> and nowhere else; it
      is never part of a link, a saved workspace or a log.
    </p>
  );
}
