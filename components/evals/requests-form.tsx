import { useId, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/fields.tsx";
import { Help } from "#components/ui/help.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { setFor } from "#lib/evals/everyday-set.ts";
import type { KeptEvals } from "#lib/state/experiments.ts";
import type { Adding } from "./adding.ts";
import { AskModel } from "./ask-model.tsx";
import styles from "./evals.module.css";

interface RequestsFormProps {
  /** Empty for no particular skill. */
  readonly skill: string;
  readonly text: string;
  /** Why the typed text cannot be read, as a clause. */
  readonly objection: string | undefined;
  readonly disabled: boolean;
  readonly adding: Adding;
  readonly onChange: (changed: Partial<KeptEvals>) => void;
}

/** The skill under test, and the requests, one a line. Files can be dropped here. */
export function RequestsForm({ skill, text, objection, disabled, adding, onChange }: RequestsFormProps) {
  const boxId = useId();
  const { note } = adding;
  const skills = useWorkspace((state) => state.view.discovery.skills);
  return (
    <section
      className={styles.form}
      aria-label="Requests"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!disabled) void adding.importFiles([...event.dataTransfer.files]);
      }}
    >
      <div className={styles.tools}>
        <SkillChoice
          skill={skill}
          disabled={disabled}
          onSkill={(next) => onChange(setFor(next, { skill, text }, skills))}
        />
        {/* A call for another skill is stopped: its requests would be counted for this one. */}
        <AskModel key={skill} skill={skill} disabled={disabled} adding={adding} />
      </div>
      <div className={styles.labelled}>
        <label htmlFor={boxId} className={styles.label}>
          Requests, one per line
        </label>
        <Help about="Requests">
          <p>A request counts as passed when the model picks the skill above. Add an arrow to expect something else:</p>
          <ul className={styles.arrows}>
            <li>
              <code>-&gt; name</code> another skill, in quotes if its name has blanks
            </li>
            <li>
              <code>-&gt; !name</code> any skill but that one, or none
            </li>
            <li>
              <code>-&gt; none</code> no skill
            </li>
          </ul>
          <p>
            You can also add or drop a file: a JSON list of <code>query</code> and <code>should_trigger</code>, an{" "}
            <code>evals.json</code>, a set of waza, Vally, skillgrade, promptfoo or skill-reach, or plain lines.
          </p>
        </Help>
      </div>
      <textarea
        id={boxId}
        rows={5}
        value={text}
        readOnly={disabled}
        spellCheck={false}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      {note !== undefined && <p role="alert">{note}</p>}
      {objection !== undefined && <p role="alert">This cannot be read: {objection}.</p>}
    </section>
  );
}

interface SkillChoiceProps extends Pick<RequestsFormProps, "skill" | "disabled"> {
  readonly onSkill: (skill: string) => void;
}

function SkillChoice({ skill, disabled, onSkill }: SkillChoiceProps) {
  const skills = useWorkspace((state) => state.view.discovery.skills);
  return (
    <Select label="Requests for" value={skill} disabled={disabled} onChange={onSkill}>
      <option value="">Any skill</option>
      {skills.map(({ name, location }) => (
        <option key={location} value={name}>
          <VisibleName text={name} />
        </option>
      ))}
    </Select>
  );
}

/** Other sources of requests. */
export function RequestTools({ disabled, adding }: Pick<RequestsFormProps, "disabled" | "adding">) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.tools}>
      <Button disabled={disabled || !adding.suggest} onClick={adding.suggest}>
        Add from its description
      </Button>
      {adding.readOwn && (
        <Button disabled={disabled} onClick={adding.readOwn}>
          Load from its folder
        </Button>
      )}
      <Button disabled={disabled} onClick={() => picker.current?.click()}>
        Add a file
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept=".json,.jsonl,.yaml,.yml,.csv,.txt"
        aria-label="File of requests"
        onChange={({ target }) => {
          const picked = [...(target.files ?? [])];
          target.value = "";
          void adding.importFiles(picked);
        }}
      />
    </div>
  );
}
