import { useMemo } from "react";
import { needsText } from "#components/scripts/needs-text.ts";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { plural } from "#lib/format-count.ts";
import { scriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import { givenFolders } from "#lib/workspace/runs/given-files.ts";
import type { ApprovalSubject } from "./approval-subject.ts";
import styles from "./review.module.css";
import { type Review, ReviewFigure } from "./review-figure.tsx";

interface RunSubjectProps {
  readonly subject: Extract<ApprovalSubject, { kind: "run" }>;
  readonly review: Review;
  readonly scripts: Review;
}

/** A command that a model asks to run: its text, the scripts that it starts, and what it gets. */
export function RunSubject({ subject: { question, rows, scripts: scriptRows }, review, scripts }: RunSubjectProps) {
  const { cwd, seconds, reads, writes } = question;
  const [first] = question.scripts;
  const files = useWorkspace((state) => state.files);
  const needs = useMemo(
    () => needsText(question.scripts.flatMap(({ path, text }) => scriptNeeds(files, path, text) ?? [])),
    [files, question],
  );
  return (
    <>
      <ReviewFigure
        caption={
          <>
            The command, in{" "}
            <code>
              <VisibleName text={cwd} />
            </code>
            , for {plural(Math.round(seconds), "second")} at most
          </>
        }
        label="The command"
        review={review}
        rows={rows}
      />
      {first && (
        <ReviewFigure
          caption={
            question.scripts.length > 1 ? (
              `The ${question.scripts.length} scripts that it starts`
            ) : (
              <>
                The script that it starts:{" "}
                <code>
                  <VisibleName text={first.path} />
                </code>
              </>
            )
          }
          label={question.scripts.length > 1 ? "The scripts" : "The script"}
          review={scripts}
          rows={scriptRows}
        />
      )}
      <ul className={styles.facts}>
        <Named what="It names to read" paths={reads} />
        <Named what="It writes" paths={writes} />
        <li>
          It gets copies of the files in {listed(givenFolders({ line: question.command, cwd }))} that this harness lets
          the model read, and no network.
        </li>
        {needs !== "" && <li>{needs}</li>}
        <li>What it changes is kept only where you say so.</li>
      </ul>
    </>
  );
}

function listed(folders: readonly string[]): string {
  return new Intl.ListFormat("en").format(folders);
}

function Named({ what, paths }: { readonly what: string; readonly paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <li>
      {what}:{" "}
      {paths.map((path, index) => (
        <span key={path}>
          {index > 0 && ", "}
          <code>
            <VisibleName text={path} />
          </code>
        </span>
      ))}
    </li>
  );
}
