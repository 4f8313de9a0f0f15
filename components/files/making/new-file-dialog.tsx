import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, takeFocus } from "#components/ui/dialog.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { Segments } from "#components/ui/toggles.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import styles from "./making.module.css";
import { refusalText, tried } from "./refusal.ts";

const kinds = [
  { value: "skill", label: "Skill" },
  { value: "file", label: "File" },
] as const;

/** Creates a skill where the harness looks, or any file. */
export function NewFileDialog({ onClose }: { onClose: () => void }) {
  const { makeSkill, makeFile } = useActions();
  const [kind, setKind] = useState<"skill" | "file">("skill");
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [path, setPath] = useState("/workspace/");
  const [refused, setRefused] = useState<string>();
  const objection = kind === "skill" ? nameObjection(name) : pathObjection(path);
  function typed<Value>(set: (value: Value) => void, value: Value) {
    set(value);
    setRefused(undefined);
  }
  async function make(event: FormEvent) {
    event.preventDefault();
    if (objection) return setRefused(objection);
    const made = await tried(async () => {
      if (kind === "skill") await makeSkill(name, description.trim());
      else await makeFile(path, "");
      onClose();
    });
    setRefused(made && refusalText(made));
  }
  return (
    <Dialog title="New skill or file" size="small" onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void make(event)}>
        <Segments label="What to make" options={kinds} value={kind} onChange={(next) => typed(setKind, next)} />
        {kind === "skill" ? (
          <>
            <SkillName name={name} problem={refused} onName={(next) => typed(setName, next)} />
            <TextField
              label="Description"
              value={description}
              hint="What it does and when to use it. The model chooses by this alone."
              onChange={(event) => setDescription(event.target.value)}
            />
          </>
        ) : (
          <TextField
            label="Path"
            verbatim
            value={path}
            problem={refused}
            onChange={(event) => typed(setPath, event.target.value)}
          />
        )}
        <p>
          <Button type="submit" variant="primary">
            Create
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

interface SkillNameProps {
  readonly name: string;
  readonly problem: string | undefined;
  readonly onName: (name: string) => void;
}

function SkillName({ name, problem, onName }: SkillNameProps) {
  const harness = useWorkspace((state) => profileById(state.profileId).label);
  return (
    <TextField
      ref={takeFocus}
      label="Name"
      verbatim
      value={name}
      hint={`Also names its folder, made where ${harness} looks.`}
      problem={problem}
      onChange={(event) => onName(event.target.value)}
    />
  );
}

/** The open standard's objection to a name. */
function nameObjection(name: string): string | undefined {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 64) return undefined;
  return "Use up to 64 lowercase letters, digits and single hyphens.";
}

function pathObjection(path: string): string | undefined {
  return /^\/(?:workspace|home\/user|mnt)\/.*[^/]$/.test(path)
    ? undefined
    : "Begin with /workspace/, /home/user/ or a source's folder, and end with the file's name.";
}
