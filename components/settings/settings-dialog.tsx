import { type FormEvent, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { connectFailure } from "#lib/chat/model-settings.ts";
import { KeptTokens } from "./kept-tokens.tsx";
import { type FormProblems, formOf, type ModelForm, readForm } from "./model-form.ts";
import { ProviderChoice, SourceFields, WindowField } from "./provider-choice.tsx";
import styles from "./settings.module.css";

/** Whether a changed part of the form is what stands in the box of that name. */
function isAbout(box: string, part: Partial<ModelForm>): boolean {
  return box in part || (box === "model" && "models" in part) || (box === "key" && "keys" in part);
}

/**
 * Which model answers, with the person's own keys, of which nothing changes until it is saved; and their tokens for git
 * hosts, which are kept or forgotten at once.
 */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const models = useWorkspace((state) => state.models);
  const serverModels = useWorkspace((state) => state.serverModels);
  const serverOrigins = useWorkspace((state) => state.serverOrigins);
  const { setModels } = useActions();
  const formId = useId();
  const [form, setForm] = useState<ModelForm>(() => formOf(models));
  const [problems, setProblems] = useState<FormProblems>({});

  function change(part: Partial<ModelForm>) {
    setForm((before) => ({ ...before, ...part }));
    // A sentence about a field holds until that field changes; saving judges anew.
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([box]) => !isAbout(box, part))));
  }
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const read = readForm(form, (url) => connectFailure(url, location.origin, serverOrigins));
    if ("problems" in read) {
      setProblems(read.problems);
      const first = Object.keys(read.problems)[0];
      if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    void setModels(read.settings);
    onClose();
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
      <form id={formId} className={styles.form} onSubmit={save} noValidate autoComplete="off">
        <ProviderChoice form={form} serverModels={serverModels} onChange={change} />
        <SourceFields form={form} problems={problems} onChange={change} />
        <WindowField form={form} problems={problems} onChange={change} />
      </form>
      <KeptTokens />
    </Dialog>
  );
}
