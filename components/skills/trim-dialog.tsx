import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { LateStatus } from "#components/ui/empty-state.tsx";
import { usePromised } from "#components/ui/use-promised.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useToldProfile } from "#components/workspace/use-told-profile.ts";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { inSlices } from "#lib/async/slices.ts";
import { formatCount, plural } from "#lib/format-count.ts";
import { leastCharacters, planTrim, type TrimEdit, type TrimPlan, trimFix } from "#lib/harness/quick-fixes/trim.ts";
import styles from "./trim-dialog.module.css";
import { useFreshSession } from "./why/use-explanation.ts";

/** Suggests which descriptions to shorten so that the catalog tells all of each; the accepted edits are undone as one. */
export function TrimDialog({ onClose }: { onClose: () => void }) {
  const session = useFreshSession();
  const profile = useToldProfile();
  const { applyFix, reloadSkills } = useActions();
  const plan = usePromised((signal) => inSlices(planTrim(profile, session), { signal }), [profile, session]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const accepted = plan?.kind === "edits" ? plan.edits.filter(({ location }) => !left.has(location)) : [];
  async function accept() {
    onClose();
    await applyFix(trimFix(session, accepted, `Shorten ${plural(accepted.length, "description")}`));
    await reloadSkills();
  }
  return (
    <Dialog
      title="Trim descriptions"
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{plan && plan.kind !== "edits" ? "Close" : "Cancel"}</Button>
          {(!plan || plan.kind === "edits") && (
            <Button variant="primary" disabled={accepted.length === 0} onClick={() => void accept()}>
              {accepted.length > 0 ? `Shorten ${formatCount(accepted.length)}` : "Shorten"}
            </Button>
          )}
        </>
      }
    >
      {!plan && <LateStatus>Trying what fits…</LateStatus>}
      {plan && (
        <Plan
          plan={plan}
          label={profile.label}
          left={left}
          onLeave={(location, isLeft) => setLeft(withMember(left, location, isLeft))}
        />
      )}
    </Dialog>
  );
}

interface PlanProps {
  readonly plan: TrimPlan;
  /** Label of the harness. */
  readonly label: string;
  /** Locations of the skills whose descriptions stay as they are. */
  readonly left: ReadonlySet<string>;
  readonly onLeave: (location: string, isLeft: boolean) => void;
}

function Plan({ plan, label, left, onLeave }: PlanProps) {
  if (plan.kind === "fits") return <p>All descriptions fit: nothing is cut.</p>;
  if (plan.kind === "too-many")
    return (
      <p>
        Shorter descriptions are not enough:{" "}
        {plan.named < plan.all
          ? `names alone fill the catalog of ${label} after ${formatCount(plan.named)} of ${formatCount(plan.all)} skills.`
          : `at ${leastCharacters} characters each, ${label} still cuts those of ${formatCount(plan.cut)} of ${formatCount(plan.all)} skills.`}{" "}
        Turn off what you do not use, or choose a model with a larger window.
      </p>
    );
  return (
    <>
      <p>With at most {formatCount(plan.limit)} characters each, all descriptions fit. You can undo this.</p>
      <ul role="list" className={styles.edits} aria-label="Descriptions to shorten">
        {plan.edits.map((edit) => (
          <Edit
            key={edit.location}
            edit={edit}
            isAccepted={!left.has(edit.location)}
            onChange={(isAccepted) => onLeave(edit.location, !isAccepted)}
          />
        ))}
      </ul>
    </>
  );
}

interface EditProps {
  readonly edit: TrimEdit;
  readonly isAccepted: boolean;
  readonly onChange: (isAccepted: boolean) => void;
}

function Edit({ edit: { name, before, after }, isAccepted, onChange }: EditProps) {
  return (
    <li>
      <label>
        <input type="checkbox" checked={isAccepted} onChange={({ target }) => onChange(target.checked)} />
        <VisibleName as="strong" text={name} />
        <span className={styles.lengths}>
          {formatCount(before.length)} → {formatCount(after.length)} characters
        </span>
      </label>
      <p>
        <VisibleName text={after} form="text" />
        <del>
          <VisibleName text={before.slice(after.length)} form="text" />
        </del>
      </p>
    </li>
  );
}

function withMember(set: ReadonlySet<string>, member: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(member);
  else next.delete(member);
  return next;
}
