import { useMemo } from "react";
import { needsText } from "#components/scripts/needs-text.ts";
import { usePromised } from "#components/ui/use-promised.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { plural } from "#lib/format-count.ts";
import { packageName } from "#lib/run/packages/package.ts";
import type { PackageOffer } from "#lib/run/packages/packages.ts";
import { givenFolders } from "#lib/runs/given-files.ts";
import { offerBefore } from "#lib/runs/offer-text.ts";
import { scriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import { topOf } from "#lib/stage/place.ts";
import type { ApprovalSubject } from "./approval-subject.ts";
import styles from "./review.module.css";
import { type Review, ReviewFigure } from "./review-figure.tsx";

interface RunSubjectProps {
  readonly subject: Extract<ApprovalSubject, { kind: "run" }>;
  readonly review: Review;
  readonly scripts: Review;
}

/** A command that a model asks to run: its text, the scripts that it starts, and what it can reach. */
export function RunSubject({ subject: { question, rows, scripts: scriptRows }, review, scripts }: RunSubjectProps) {
  const { cwd, seconds, scriptCount } = question;
  const [first] = question.scripts;
  const shown = question.scripts.length;
  return (
    <>
      <ReviewFigure
        caption={
          <>
            The command, in <VisibleName as="code" text={cwd} />, for {plural(Math.round(seconds), "second")} at most
          </>
        }
        label="The command"
        review={review}
        rows={rows}
      />
      {first && (
        <ReviewFigure
          caption={
            scriptCount > 1 ? (
              `The ${shown < scriptCount ? `first ${shown} of ` : ""}${scriptCount} scripts that it starts`
            ) : (
              <>
                The script that it starts: <VisibleName as="code" text={first.path} />
              </>
            )
          }
          label={scriptCount > 1 ? "The scripts" : "The script"}
          review={scripts}
          rows={scriptRows}
        />
      )}
      <RunFacts question={question} />
    </>
  );
}

/** What the command reads, writes and needs. */
function RunFacts({ question }: { readonly question: RunSubjectProps["subject"]["question"] }) {
  const { cwd, reads, writes } = question;
  const files = useWorkspace((state) => state.files);
  const offer = usePackageOffer(question.command, cwd);
  const needs = useMemo(() => {
    const offered = new Set(offer?.packages.map(({ name }) => name));
    const all = question.scripts.flatMap(
      ({ path, text }) => scriptNeeds(files, path, { text, top: topOf(path), withModules: true }) ?? [],
    );
    return needsText(all, (name) => offered.has(packageName(name)));
  }, [files, question, offer]);
  const before = offer ? offerBefore(offer) : "";
  return (
    <ul className={styles.facts}>
      <Named what="It names" paths={reads} />
      <Named what="It writes" paths={writes} />
      <li>
        It works on copies of the files in {listed(givenFolders({ line: question.command, cwd }))} that this harness
        lets the model read. It has no network.
      </li>
      {before !== "" && (
        <li>
          {before}
          {offer?.packages.some(({ isKept }) => !isKept) && " Allowing the command fetches them."}
        </li>
      )}
      {needs !== "" && <li>{needs}</li>}
      <li>Its changes are kept only where you say so.</li>
    </ul>
  );
}

/** The packages that the command's scripts need and that can be offered; `undefined` until known. */
function usePackageOffer(command: string, cwd: string): PackageOffer | undefined {
  const { packageOffer } = useActions();
  // If the part that asks for packages cannot be loaded, no packages are offered or fetched.
  return usePromised(() => packageOffer(command, cwd).catch(() => undefined), [packageOffer, command, cwd]);
}

function listed(folders: readonly string[]): string {
  return new Intl.ListFormat("en").format(folders);
}

/** The most files of a command that are named. */
const mostNamed = 8;

function Named({ what, paths }: { readonly what: string; readonly paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <li>
      {what}:{" "}
      {paths.slice(0, mostNamed).map((path, index) => (
        <span key={path}>
          {index > 0 && ", "}
          <VisibleName as="code" text={path} />
        </span>
      ))}
      {paths.length > mostNamed && ` and ${paths.length - mostNamed} more`}
    </li>
  );
}
