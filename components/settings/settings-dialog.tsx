import { type FormEvent, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { connectFailure } from "#lib/chat/model-choice.ts";
import { type ModelSettings, originOf } from "#lib/chat/model-settings.ts";
import { modelSourceById } from "#lib/chat/models/sources.ts";
import type { SecretsStanding } from "#lib/models/secrets.ts";
import { KeptPackages } from "./kept-packages.tsx";
import { KeptSecrets } from "./kept-secrets.tsx";
import {
  endpointIn,
  type FormProblems,
  formOf,
  keyIn,
  type ModelForm,
  readForm,
  withPart,
} from "./models/model-form.ts";
import { ProviderChoice } from "./provider-choice.tsx";
import {
  notRemembered,
  passphraseProblem,
  type RememberForm,
  rememberingIn,
  rememberProblem,
  Unlock,
  useSecrets,
} from "./remembering.tsx";
import styles from "./settings.module.css";
import { SourceFields, WindowField } from "./source-fields.tsx";

interface SettingsDialogProps {
  /** The source that the form begins with; absent: the chosen model's. */
  readonly source?: string;
  readonly onClose: () => void;
}

/**
 * The settings: which model answers, with the person's own keys, applied on saving; and the secrets remembered on this device, which are
 * changed at once.
 */
export function SettingsDialog({ source, onClose }: SettingsDialogProps) {
  const formId = useId();
  const { standing, look } = useSecrets();
  // How often everything was forgotten; the form starts anew each time.
  const [round, setRound] = useState(0);
  function beginAnew() {
    setRound((before) => before + 1);
    void look();
  }
  return (
    <Dialog
      title="Settings"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Use this model
          </Button>
        </>
      }
    >
      {standing && (
        <>
          <Unlock standing={standing} onChange={() => void look()} />
          <ModelSettingsForm
            key={round}
            id={formId}
            {...(source && { source })}
            standing={standing}
            onSaved={onClose}
          />
          <KeptSecrets standing={standing} onChange={() => void look()} onForgotten={beginAnew} />
          <KeptPackages />
        </>
      )}
    </Dialog>
  );
}

/** Whether a changed part of the form belongs to the box of that name. */
function isAbout(box: string, part: Partial<ModelForm>): boolean {
  return (
    box in part ||
    (box === "model" && "models" in part) ||
    (box === "key" && "keys" in part) ||
    (box === "baseUrl" && "localUrl" in part)
  );
}

interface ModelSettingsFormProps {
  /** Element id of the form, with which a button outside submits it. */
  readonly id: string;
  readonly source?: string;
  readonly standing: SecretsStanding;
  readonly onSaved: () => void;
}

/** Whether and how each endpoint's key is to be remembered on this device. */
function useRememberedKey(form: ModelForm, { known, lock }: SecretsStanding) {
  const { keepSecret } = useActions();
  const [remembers, setRemembers] = useState<Readonly<Record<string, RememberForm>>>({});
  const origin = originOf(endpointIn(form) ?? "") ?? "";
  const isKept = known.some(({ kind, at, standing }) => kind === "key" && at === origin && standing !== "page");
  const remember = remembers[origin] ?? { ...notRemembered, isRemembered: isKept };
  /** Resolves to why the key could not be remembered, or `undefined`. */
  async function rememberKey() {
    const key = keyIn(form).trim();
    if (!modelSourceById(form.source).needs.includes("key") || key === "" || (!remember.isRemembered && !isKept))
      return undefined;
    return keepSecret({ kind: "key", at: origin }, key, rememberingIn(remember, lock));
  }
  const setRemember = (changed: RememberForm) => setRemembers((before) => ({ ...before, [origin]: changed }));
  return { remember, setRemember, rememberKey };
}

/** The form's initial fields, at `source` if given: a context window set for the chosen model does not apply there. */
function formAt(source: string | undefined, models: ModelSettings): ModelForm {
  return { ...formOf(models), ...(source && { source, window: "" }) };
}

function ModelSettingsForm({ id, source, standing, onSaved }: ModelSettingsFormProps) {
  const models = useWorkspace((state) => state.models);
  const serverModels = useWorkspace((state) => state.serverModels);
  const serverOrigins = useWorkspace((state) => state.serverOrigins);
  const { setModels } = useActions();
  const [typed, setTyped] = useState<ModelForm>(() => formAt(source, { ...models, keys: {} }));
  const [problems, setProblems] = useState<FormProblems>({});
  // Keys unlocked or forgotten while the form is open change in the form too.
  const form: ModelForm = { ...typed, keys: { ...models.keys, ...typed.keys } };
  const { remember, setRemember, rememberKey } = useRememberedKey(form, standing);
  const findBlock = (url: string) => connectFailure(url, location.origin, serverOrigins);

  function change({ keys = {}, ...part }: Partial<ModelForm>) {
    const changed = Object.entries(keys).filter(([at, key]) => key !== form.keys[at]);
    setTyped((before) => withPart(before, { ...part, keys: Object.fromEntries(changed) }));
    // A field's problem is shown until that field changes; saving validates again.
    const about = changed.length > 0 ? { ...part, keys } : part;
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([box]) => !isAbout(box, about))));
  }
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const show = (found: FormProblems) => {
      setProblems(found);
      const first = Object.keys(found)[0];
      if (first) element.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    };
    const read = readForm(form, findBlock);
    const passphrase = passphraseProblem(remember, standing.lock);
    if ("problems" in read) return show(read.problems);
    if (passphrase !== undefined) return show({ passphrase });
    const failure = await rememberKey();
    if (failure)
      return show({ [failure.code === "passphrase-wrong" ? "passphrase" : "key"]: rememberProblem(failure) });
    onSaved();
    await setModels(read.settings);
  }
  return (
    <form id={id} className={styles.form} onSubmit={(event) => void save(event)} noValidate autoComplete="off">
      <ProviderChoice form={form} serverModels={serverModels} onChange={change}>
        <SourceFields
          form={form}
          problems={problems}
          onChange={change}
          remember={remember}
          lock={standing.lock}
          onRemember={(changed) => {
            setRemember(changed);
            setProblems(({ passphrase: _, ...rest }) => rest);
          }}
          findBlock={findBlock}
          onProblems={setProblems}
        />
      </ProviderChoice>
      <WindowField form={form} problems={problems} onChange={change} />
    </form>
  );
}
