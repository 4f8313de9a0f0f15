import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import runForm from "#components/ui/run-form.module.css";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Judgement } from "#lib/evals/picks.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import { writeAllResults, writeTable } from "#lib/evals/results-files.ts";
import { type SetFormat, writeEvals, writeTriggers } from "#lib/evals/set-files.ts";
import { failureOrThrow } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import { formatCount } from "#lib/format-count.ts";
import type { KeptRun } from "#lib/state/experiments.ts";
import { skillSetPath } from "#lib/workspace/experiments/skill-sets.ts";
import styles from "./evals.module.css";

interface ExportsProps {
  readonly judged: readonly { readonly run: KeptRun; readonly verdict: Judgement }[];
  /** The skill for requests that name none; empty for none. */
  readonly skill: string;
}

/** Exports: results as files, and requests in other tools' formats, as files or into the skill's own folder. */
export function Exports({ judged, skill }: ExportsProps) {
  const requests = judged[0]?.verdict.rows.map(({ request }) => request) ?? [];
  const results = useDownload(
    async () => new File([writeAllResults(judged.map(({ run, verdict }) => [verdict, run]))], "picked.json"),
  );
  const table = useDownload(async () => new File([tables(judged)], "picked.csv"));
  const triggers = useDownload(async () => new File([writeTriggers(requests, skill)], "trigger-eval.json"));
  const evals = useDownload(async () => new File([writeEvals(requests, skill)], "evals.json"));
  const tokens = judged.reduce((sum, { run }) => sum + run.tokens, 0);
  const isReadOnly = useReadOnlyTab();
  const { write, note } = useSkillWriting(skill, requests);
  return (
    <>
      <p className={styles.exports}>
        <Button size="small" onClick={results.start}>
          Save as JSON
        </Button>
        <Button size="small" onClick={table.start}>
          Save as CSV
        </Button>
        {skill !== "" && (
          <>
            <Button size="small" onClick={triggers.start}>
              Save trigger set
            </Button>
            <Button size="small" onClick={evals.start}>
              Save evals.json
            </Button>
          </>
        )}
        {write && (
          <>
            <Button size="small" disabled={isReadOnly} onClick={() => void write("evals")}>
              Write evals.json into the skill
            </Button>
            <Button size="small" disabled={isReadOnly} onClick={() => void write("triggers")}>
              Write trigger set into the skill
            </Button>
          </>
        )}
        <span>about {formatCount(tokens)} tokens</span>
      </p>
      <p role="status" className={runForm.said}>
        {note}
      </p>
    </>
  );
}

/** Writes requests into the skill's folder. `write` is absent where the skill has no writable folder. */
function useSkillWriting(skill: string, requests: readonly EvalRequest[]) {
  const { writeSkillSet } = useActions();
  const known = useWorkspace((state) => state.view.discovery.skills).find(({ name }) => name === skill);
  const [note, setNote] = useState("");
  const isItsOwn = known && skillSetPath(known, "evals") !== undefined;
  async function write(format: SetFormat) {
    try {
      await writeSkillSet(skill, requests, format);
      setNote(`Saved as a change in this workspace: ${known && skillSetPath(known, format)}`);
    } catch (caught) {
      setNote(failureText(failureOrThrow(caught)));
    }
  }

  return { write: isItsOwn && write, note };
}

/** The tables of several runs, one below the other; the first column names harness and model. */
function tables(judged: ExportsProps["judged"]): string {
  if (judged.length === 1) return judged.map(({ verdict }) => writeTable(verdict)).join("");
  return judged.map(({ run, verdict }) => writeTable(verdict, `${run.harness}, ${run.model}`)).join("\r\n");
}
