import { useRouter } from "next/navigation";
import { type ReactNode, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Select } from "#components/ui/fields.tsx";
import { Help } from "#components/ui/help.tsx";
import { usePromised } from "#components/ui/use-promised.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { type Failure, failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { plural } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { linkLimits } from "#lib/share/link-rules.ts";
import type { CarriedChanges } from "#lib/state/changes.ts";
import { isUnverified } from "#lib/state/mount.ts";
import { basename } from "#lib/vfs/paths.ts";
import { announceArrival } from "#lib/workspace/opening/arrival.ts";
import { LinkForms } from "./link-forms.tsx";
import { SaveAsFile } from "./save-as-file.tsx";
import styles from "./share.module.css";

/** Makes a link to this workspace: what it contains, and what the receiver will see. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { shareLink } = useActions();
  const [chosen, setChosen] = useState<Chosen>({ skill: "", prompt: "", changes: true });
  const carried = useCarriedChanges();
  const running = useWorkspace((state) => state.profileId);
  const hasPrompt = chosen.prompt.trim() !== "";
  const link = shareLink({
    ...(chosen.skill && { skill: chosen.skill }),
    ...(hasPrompt && { prompt: chosen.prompt }),
    ...(chosen.file && { file: true }),
    ...(chosen.states && { states: true }),
    ...(chosen.compare && { compare: [running] }),
  });
  const fragment = (chosen.changes && carried?.fragment) || "";
  return (
    <Dialog title="Share workspace" onClose={onClose}>
      <UnsavedNote />
      {link === undefined ? (
        <NoAddress />
      ) : (
        <div className={styles.form}>
          <LinkForms link={new URL(link + fragment, location.origin).href} />
          <GoesAlong chosen={chosen} carried={carried} onChange={setChosen} />
          <LinkFacts asks={hasPrompt || fragment !== ""} />
        </div>
      )}
      <SaveAsFile />
      <MakeLesson />
    </Dialog>
  );
}

/** Says that what is typed in an editor and not saved goes neither into the link nor into the file. */
function UnsavedNote() {
  const count = useWorkspace((state) => state.drafts.size);
  return (
    count > 0 && (
      <p className={styles.unsaved}>
        Not included: unsaved text in {plural(count, "file")}. Save it first to share it.
      </p>
    )
  );
}

/** What the person wants the link to contain. */
interface Chosen {
  readonly skill: string;
  readonly prompt: string;
  readonly file?: boolean;
  readonly states?: boolean;
  readonly compare?: boolean;
  readonly changes?: boolean;
}

/** The person's edits, packed for the link; `undefined` while packing, with `failure` where they cannot be packed. */
function useCarriedChanges(): (CarriedChanges & { readonly failure?: Failure }) | undefined {
  const { carriedChanges } = useActions();
  return usePromised(
    () => carriedChanges().catch((caught) => ({ count: 0, others: 0, failure: failureOrThrow(caught) })),
    [carriedChanges],
  );
}

interface GoesAlongProps {
  readonly chosen: Chosen;
  readonly carried: ReturnType<typeof useCarriedChanges>;
  readonly onChange: (chosen: Chosen) => void;
}

function GoesAlong({ chosen, carried, onChange }: GoesAlongProps) {
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const file = useWorkspace((state) => state.selection.file);
  const hasOff = useWorkspace(({ view }) =>
    view.discovery.skills.some((one) => view.states.get(one.location) === "off"),
  );
  const promptId = useId();
  const check = (name: "file" | "states" | "compare" | "changes") => ({
    isChecked: chosen[name] === true,
    onChange: (isChecked: boolean) => onChange({ ...chosen, [name]: isChecked }),
  });
  return (
    <fieldset className={styles.along}>
      <legend>Include</legend>
      {carried && (carried.count > 0 || carried.failure) && <CarriedChoice carried={carried} {...check("changes")} />}
      {file && (
        <Choice {...check("file")}>
          The open file, <VisibleName text={basename(file.path)} />
          {file.line !== undefined && ` at line ${file.line}`}
        </Choice>
      )}
      {hasOff && <Choice {...check("states")}>Which skills are off</Choice>}
      <Choice {...check("compare")}>Open the comparison of harnesses</Choice>
      {skills.length > 0 && (
        <Select label="Show a skill" value={chosen.skill} onChange={(skill) => onChange({ ...chosen, skill })}>
          <option value="">None</option>
          {skills.map(({ name, location }) => (
            <option key={location} value={name}>
              <VisibleName text={name} />
            </option>
          ))}
        </Select>
      )}
      <div className={styles.field}>
        <label htmlFor={promptId}>Include a prompt</label>
        <textarea
          id={promptId}
          rows={3}
          maxLength={linkLimits.prompt}
          placeholder="Fills the message box; never sent by itself"
          value={chosen.prompt}
          onChange={(event) => onChange({ ...chosen, prompt: event.target.value })}
        />
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly isChecked: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
}

function Choice({ isChecked, isDisabled = false, onChange, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

/** The checkbox for the person's edits, if they fit into a link. */
function CarriedChoice({
  carried,
  ...choice
}: Omit<ChoiceProps, "children"> & { carried: CarriedChanges & { failure?: Failure } }) {
  const { count, others, fragment, failure } = carried;
  const isTooLong = fragment === undefined;
  return (
    <Choice {...choice} isDisabled={isTooLong} isChecked={choice.isChecked && !isTooLong}>
      Your changes{count > 0 && `, ${plural(count, "file")}`}
      <span className={styles.note}>
        {failure && ` ${failureParts(failure).what}`}
        {!failure && isTooLong && " Too much for a link: save the workspace as a file below."}
        {others > 0 && ` Changes to ${plural(others, "file")} in other sources are not included.`}
      </span>
    </Choice>
  );
}

/** Why there is no link, and how to get one. */
function NoAddress() {
  const isEmpty = useWorkspace((state) => state.mounts.length === 0);
  if (isEmpty) return <p>Nothing to share yet. Open a repository first.</p>;
  return (
    <div className={styles.form}>
      <p>
        <strong>An uploaded folder has no address.</strong> Its files are only in this browser, so a link cannot lead to
        them.
      </p>
      <p>
        Push the folder to a git host, open that repository here and share it. Or save the workspace as a file and pass
        that on.
      </p>
    </div>
  );
}

/** What the link contains, and what it does not. `asks`: whether it contains a message or edits, which the receiver is asked about. */
function LinkFacts({ asks }: { asks: boolean }) {
  const mounts = useWorkspace((state) => state.mounts);
  const harness = useWorkspace((state) => profileById(state.profileId).label);
  const shared = mounts.filter(({ source, commit }) => source.kind === "sample" || commit !== undefined);
  const [first] = shared;
  const hasActions = shared.some(({ lesson, commit }) => lesson && commit);
  return (
    <ul role="list" className={styles.facts}>
      <li>
        Opens <VisibleName as="strong" text={first?.label ?? ""} />{" "}
        {first?.commit ? (
          <>
            at commit <code title={first.commit}>{first.commit.slice(0, 7)}</code>
          </>
        ) : (
          "as it ships with the lab"
        )}
        {shared.length > 1 && ` and ${plural(shared.length - 1, "more source")}`} under <strong>{harness}</strong>.{" "}
        <Help about="What the link holds">
          <p>
            {first?.commit && "The commit is pinned, so later changes do not alter what opens. "}
            {asks
              ? "The receiver first sees a sheet with the source, its skills and scripts, your prompt and your changes. The prompt fills the message box and is never sent by itself."
              : hasActions
                ? "The receiver first sees what the lesson’s buttons may do."
                : "It opens at once."}{" "}
            Nothing runs and nothing is sent.
          </p>
          <p>Changes travel in the part after #, which browsers do not send to servers.</p>
        </Help>
      </li>
      {shared.some(isUnverified) && (
        <li className={styles.doubt}>
          <strong>Imported, not verified:</strong> these files came with a workspace file. The link opens the host’s
          files, which {shared.some(({ imported }) => imported?.differing) ? "differ" : "may differ"}. Compare them
          under <em>Sources</em> first.
        </li>
      )}
      {mounts.length > shared.length && (
        <li>Not included: {plural(mounts.length - shared.length, "source")} without an address.</li>
      )}
      <li>Your conversation and your keys are never part of a link.</li>
    </ul>
  );
}

/** Turns what was done here into a lesson for others: a workshop that is opened at once for its author to edit. */
function MakeLesson() {
  const isEmpty = useWorkspace((state) => state.mounts.length === 0);
  const { makeLesson } = useActions();
  const { push } = useRouter();
  if (isEmpty) return null;
  async function make() {
    const path = `/local/${crypto.randomUUID()}`;
    announceArrival({ path, own: true, ...(await makeLesson()) });
    push(path);
  }
  return (
    <section className={styles.file}>
      <h3>
        As a lesson{" "}
        <Help about="As a lesson">
          <p>
            Your messages become steps with buttons and checks, your changes their solution. It opens as a workspace of
            its own, and this one stays as it is.
          </p>
        </Help>
      </h3>
      <p>
        <Button onClick={() => void make()}>Make a lesson from this</Button>
      </p>
    </section>
  );
}
