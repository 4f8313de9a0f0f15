"use client";

import { ChevronDown, ChevronRight, Search } from "lucide-react";
import { Fragment, useEffect, useState } from "react";
import { FactText } from "#components/profile/profile-facts.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { formatCount } from "#lib/format-count.ts";
import type {
  Reference,
  ReferenceAnswer,
  ReferenceFeature,
  ReferenceHarness,
} from "#lib/harness/reference/reference.ts";
import { choiceFrom, queryOf, type ReferenceChoice, shownReference } from "./shown-reference.ts";
import styles from "./support-table.module.css";

interface SupportTableProps {
  readonly reference: Reference;
  /** The page address's query. */
  readonly query: string;
}

/** Every feature by every harness. A row unfolds to the sources of its answers; the address keeps the filters. */
export function SupportTable({ reference, query }: SupportTableProps) {
  const [choice, setChoice] = useState(() => choiceFrom(new URLSearchParams(query), reference));
  const { harnesses, groups } = shownReference(reference, choice);
  const { open, toggle } = useOpenRow();
  function choose(next: ReferenceChoice) {
    setChoice(next);
    history.replaceState(history.state, "", location.pathname + queryOf(next) + location.hash);
  }
  const count = groups.reduce((sum, { features }) => sum + features.length, 0);
  return (
    <>
      <Toolbar reference={reference} choice={choice} onChoose={choose} />
      <p role="status" className="unseen">
        {formatCount(count)} rows
      </p>
      {count === 0 && <EmptyState title="Nothing matches" />}
      {count > 0 && (
        <section className={styles.scroll} aria-label="Support table" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">What</th>
                {harnesses.map(({ id, label }) => (
                  <th key={id} scope="col">
                    <a href={`/harness/${id}`}>{label}</a>
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map((group) => (
              <tbody key={group.id}>
                <tr className={styles.group}>
                  <th scope="rowgroup" colSpan={harnesses.length + 1} id={group.id}>
                    <span>{group.title}</span>
                  </th>
                </tr>
                {group.features.map((feature) => (
                  <FeatureRows
                    key={feature.id}
                    feature={feature}
                    harnesses={harnesses}
                    isOpen={open === feature.id}
                    onToggle={() => toggle(feature.id)}
                  />
                ))}
              </tbody>
            ))}
          </table>
        </section>
      )}
    </>
  );
}

/** The unfolded row; at first the one in the address. */
function useOpenRow() {
  const [open, setOpen] = useState<string>();
  useEffect(() => {
    const follow = () => setOpen(location.hash.slice(1) || undefined);
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  function toggle(id: string) {
    const next = open === id ? undefined : id;
    setOpen(next);
    history.replaceState(history.state, "", location.pathname + location.search + (next ? `#${next}` : ""));
  }
  return { open, toggle };
}

interface ToolbarProps {
  readonly reference: Reference;
  readonly choice: ReferenceChoice;
  readonly onChoose: (choice: ReferenceChoice) => void;
}

function Toolbar({ reference: { harnesses }, choice, onChoose }: ToolbarProps) {
  const isShown = (id: string) => choice.harnesses.length === 0 || choice.harnesses.includes(id);
  const count = harnesses.filter(({ id }) => isShown(id)).length;
  function toggle(id: string) {
    const shown = harnesses.flatMap((one) => (isShown(one.id) !== (one.id === id) ? [one.id] : []));
    // Unticking the last harness would give an empty table, so it means all again.
    onChoose({ ...choice, harnesses: shown.length === harnesses.length ? [] : shown });
  }
  return (
    <div className={styles.toolbar}>
      <TextField
        label="Filter rows"
        labelHidden
        type="search"
        placeholder="Filter rows"
        icon={<Search size={14} aria-hidden />}
        value={choice.text}
        onChange={(event) => onChoose({ ...choice, text: event.target.value })}
      />
      <label className={styles.box}>
        <input
          type="checkbox"
          checked={choice.onlyDiffering}
          onChange={({ target }) => onChoose({ ...choice, onlyDiffering: target.checked })}
        />
        Only differences
      </label>
      <details className={styles.harnesses}>
        <summary>
          Harnesses{" "}
          <span className={styles.count}>{count === harnesses.length ? count : `${count} of ${harnesses.length}`}</span>
        </summary>
        <fieldset>
          <legend className="unseen">Harnesses</legend>
          {harnesses.map(({ id, label }) => (
            <label key={id} className={styles.box}>
              <input type="checkbox" checked={isShown(id)} onChange={() => toggle(id)} />
              {label}
            </label>
          ))}
        </fieldset>
      </details>
    </div>
  );
}

interface FeatureRowsProps {
  readonly feature: ReferenceFeature;
  readonly harnesses: readonly ReferenceHarness[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function FeatureRows({ feature, harnesses, isOpen, onToggle }: FeatureRowsProps) {
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <Fragment>
      <tr id={feature.id} className={isOpen ? styles.open : undefined}>
        <th scope="row">
          <button type="button" aria-expanded={isOpen} onClick={onToggle}>
            <Arrow size={14} aria-hidden />
            {feature.title}
          </button>
        </th>
        {harnesses.map((harness) => (
          <AnswerCell key={harness.id} harness={harness} answer={feature.answers[harness.id]} />
        ))}
      </tr>
      {isOpen && (
        <tr className={styles.proofs}>
          <th scope="row">Sources</th>
          {harnesses.map((harness) => (
            <ProofCell key={harness.id} harness={harness} answer={feature.answers[harness.id]} />
          ))}
        </tr>
      )}
    </Fragment>
  );
}

interface CellProps {
  readonly harness: ReferenceHarness;
  readonly answer: ReferenceAnswer | undefined;
}

function AnswerCell({ harness, answer }: CellProps) {
  return (
    <td className={answer?.is && styles[answer.is]} data-harness={harness.label}>
      {answer && <FactText text={answer.text} />}
    </td>
  );
}

/** What the documents say, what the program does differently, and whether the program was tested. */
function ProofCell({ harness, answer }: CellProps) {
  const { seen } = harness;
  const proofs = (answer?.evidence ?? []).flatMap((index) => harness.evidence[index] ?? []);
  return (
    <td data-harness={harness.label}>
      {proofs.map(({ claim, source, program }) => (
        <p key={claim} title={claim}>
          {source}
          {program !== undefined && <em> The program: {program}</em>}
        </p>
      ))}
      {answer?.proof && (
        <p title={answer.proof.why}>
          <a href={answer.proof.address}>What the program answered</a>
        </p>
      )}
      {proofs.length === 0 && !answer?.proof && <p>See its page.</p>}
      {seen && (
        <p className={styles.seen}>
          Seen in {seen.version}, {seen.date}
        </p>
      )}
    </td>
  );
}
