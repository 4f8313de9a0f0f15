import { useId, useMemo, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/fields.tsx";
import { Help } from "#components/ui/help.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { writeLines } from "#lib/evals/requests.ts";
import { readSet } from "#lib/evals/set-files.ts";
import { suggestRequests } from "#lib/evals/suggest.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { skillSets } from "#lib/workspace/conversation/evals/skill-sets.ts";
import type { KeptEvals } from "#lib/workspace/state/evals.ts";
import styles from "./evals.module.css";

interface RequestsFormProps {
  /** Empty for none in particular. */
  readonly skill: string;
  readonly text: string;
  /** Why what is typed cannot be read, as a clause. */
  readonly objection: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (changed: Partial<KeptEvals>) => void;
}

/** The requests, one a line, and where they may come from: suggestions, or a file in one of the formats in use. */
export function RequestsForm({ skill, text, objection, disabled, onChange }: RequestsFormProps) {
  const boxId = useId();
  const { note, ...adding } = useAdding({ skill, text, onChange });
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
      <RequestTools skill={skill} disabled={disabled} adding={adding} onSkill={(next) => onChange({ skill: next })} />
      <div className={styles.labelled}>
        <label htmlFor={boxId} className={styles.label}>
          Requests, one per line
        </label>
        <Help about="Requests">
          <p>A request counts as passed when the model picks the skill above. Add an arrow to expect something else:</p>
          <ul className={styles.arrows}>
            <li>
              <code>-&gt; name</code> another skill
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
            <code>evals.json</code>, or plain lines.
          </p>
        </Help>
      </div>
      <textarea
        id={boxId}
        rows={7}
        value={text}
        readOnly={disabled}
        spellCheck={false}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      {(note ?? objection) && <p role="alert">{note ?? `This cannot be read: ${objection}.`}</p>}
    </section>
  );
}

interface Adding {
  /** Absent where no skill is chosen. */
  readonly suggest: (() => void) | undefined;
  /** Absent where the chosen skill has no requests in its folder. */
  readonly readOwn: (() => void) | undefined;
  readonly importFiles: (given: readonly File[]) => Promise<void>;
}

/** The ways in which requests are added to those that are typed. `note`: what the last one could not do. */
function useAdding({
  skill,
  text,
  onChange,
}: Pick<RequestsFormProps, "skill" | "text" | "onChange">): Adding & { readonly note: string | undefined } {
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const files = useWorkspace((state) => state.files);
  const [note, setNote] = useState<string>();
  const chosen = skills.find(({ name }) => name === skill);
  const meant = skill === "" ? undefined : skill;
  const own = useMemo(() => (chosen ? skillSets(files, chosen) : []), [files, chosen]);

  /** Leaves out requests that are in the form already. */
  function add(lines: string) {
    const there = new Set(text.split("\n"));
    const fresh = lines.split("\n").filter((line) => !there.has(line));
    onChange({ text: [...(text.trim() === "" ? [] : [text.trimEnd()]), ...fresh].join("\n") });
  }

  function suggest(described: Skill) {
    const suggested = suggestRequests(described, skills);
    const isOwn = suggested.some(({ expects }) => expects.kind === "picks" && expects.skill === described.name);
    setNote(isOwn ? undefined : nothingSuggested(described));
    add(writeLines(suggested, described.name));
  }

  async function importFiles(given: readonly File[]) {
    const refused: string[] = [];
    const lines: string[] = [];
    for (const file of given) {
      const read = readSet(await file.text(), meant);
      if (read.kind === "refused") refused.push(`${file.name} was not added: ${read.because}.`);
      else lines.push(writeLines(read.requests, meant));
    }
    setNote(refused.length > 0 ? refused.join(" ") : undefined);
    if (lines.length > 0) add(lines.join("\n"));
  }

  function readOwn() {
    const broken = own.flatMap(({ path, because }) => (because === undefined ? [] : [`${path}: ${because}.`]));
    setNote(broken.length > 0 ? broken.join(" ") : undefined);
    const requests = own.flatMap((set) => set.requests);
    add(writeLines(requests, meant));
  }

  return {
    note,
    suggest: chosen && (() => suggest(chosen)),
    readOwn: own.length > 0 ? readOwn : undefined,
    importFiles,
  };
}

function nothingSuggested({ name }: Skill): string {
  return (
    `The description of ${name} suggests no request. Write some yourself. ` +
    "The requests for its neighbours should not lead to it."
  );
}

interface RequestToolsProps extends Pick<RequestsFormProps, "skill" | "disabled"> {
  readonly adding: Adding;
  readonly onSkill: (skill: string) => void;
}

function RequestTools({ skill, disabled, adding, onSkill }: RequestToolsProps) {
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.tools}>
      <Select label="Requests for" value={skill} disabled={disabled} onChange={onSkill}>
        <option value="">Any skill</option>
        {skills.map(({ name, location }) => (
          <option key={location} value={name}>
            <VisibleName text={name} />
          </option>
        ))}
      </Select>
      <Button disabled={disabled || !adding.suggest} onClick={adding.suggest}>
        Suggest
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
        accept=".json,.txt"
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
