import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { TextBox } from "#components/share/text-box.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { usePromised } from "#components/ui/use-promised.ts";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { SaveButton } from "#components/workspace/save-button.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { type Failure, failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { plural } from "#lib/format-count.ts";
import { workshopPath } from "#lib/state/mount.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import type { AuthoredWorkshop } from "#lib/workspace/lesson/authoring.ts";
import type { Finding, LintedWorkshop } from "#lib/workspace/lesson/lint-workshop.ts";
import { announceArrival } from "#lib/workspace/opening/arrival.ts";
import styles from "./workshop.module.css";

interface WorkshopDialogProps {
  readonly mountId: string;
  readonly onClose: () => void;
}

/** For a workshop's author: its lessons, to be opened as learners see them, and whether each can be passed. */
export function WorkshopDialog({ mountId, onClose }: WorkshopDialogProps) {
  const { authoredWorkshop } = useActions();
  const isLive = useWorkspace((state) => state.live.has(mountId));
  const workshop = usePromised(() => authoredWorkshop(mountId), [authoredWorkshop, mountId]);
  const lint = useLint(mountId);
  return (
    <Dialog
      title={workshop?.title ?? "Workshop"}
      onClose={onClose}
      footer={
        lint.isRunning ? (
          <Button onClick={lint.cancel}>Cancel</Button>
        ) : (
          <Button variant="primary" onClick={lint.start}>
            Check all lessons
          </Button>
        )
      }
    >
      <div className={styles.dialog}>
        <p className={styles.note}>
          Open a lesson to see what a learner sees.
          {isLive
            ? " It follows the folder on your disk: save in your own editor, and the lesson here updates."
            : " To edit lessons in your own editor, open the folder with Follow a folder (Chrome and Edge)."}
        </p>
        <Lessons mountId={mountId} workshop={workshop} result={lint.result} onClose={onClose} />
        <ForClass mountId={mountId} />
        <p role="status" className={styles.note}>
          {lint.said}
        </p>
        {lint.result && <Findings mountId={mountId} findings={lint.result.findings} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

/** How a class opens the workshop: by its address, which an upload does not have. */
function ForClass({ mountId }: Pick<WorkshopDialogProps, "mountId">) {
  const address = useWorkspace(({ mounts }) => {
    const mount = mounts.find(({ id }) => id === mountId);
    return mount && workshopPath(mount.source);
  });
  const { saveWorkshop } = useActions();
  const download = useDownload((options) => saveWorkshop(mountId, options));
  return (
    <section className={styles.class} aria-labelledby="for-class">
      <h3 id="for-class">Give it to a class</h3>
      {address === undefined ? (
        <>
          <p className={styles.note}>
            Push its files to a public Git repository. The class then opens{" "}
            <code>{location.origin}/w/gh/owner/repository</code>.
          </p>
          <p>
            <SaveButton download={download}>Save workshop.zip</SaveButton>
          </p>
        </>
      ) : (
        <>
          <TextBox label="Link for the class" copy="Copy link" text={`${location.origin}/w${address}`} />
          <p className={styles.note}>
            To follow a class live, open a lesson and choose <em>Live room</em>.
          </p>
        </>
      )}
    </section>
  );
}

interface Lint {
  readonly result: LintedWorkshop | undefined;
  readonly said: string;
  readonly isRunning: boolean;
  start(): void;
  cancel(): void;
}

/**
 * Checks that all lessons can be passed, and shows what it finds of each as soon as that was tried. Stops when the dialog closes; what was
 * found until a person stops it stays.
 */
function useLint(mountId: string): Lint {
  const { lintWorkshop } = useActions();
  const [result, setResult] = useState<LintedWorkshop>();
  const [said, setSaid] = useState("");
  const [running, setRunning] = useState<AbortController>();
  useEffect(() => () => running?.abort(), [running]);
  async function run() {
    const stopping = new AbortController();
    let tried = "no lesson";
    setRunning(stopping);
    try {
      const onProgress = (soFar: LintedWorkshop, total: number) => {
        const { length } = soFar.lessons;
        tried = `${length} of ${plural(total, "lesson")}`;
        setResult(soFar);
        setSaid(`Trying lesson ${Math.min(length + 1, total)} of ${total}…`);
      };
      const linted = await lintWorkshop(mountId, { signal: stopping.signal, onProgress });
      setSaid(linted ? summaryOf(linted) : "");
    } catch (caught) {
      setSaid(endedBy(failureOrThrow(caught), tried));
    } finally {
      setRunning(undefined);
    }
  }
  return { result, said, isRunning: running !== undefined, start: () => void run(), cancel: () => running?.abort() };
}

function endedBy(failure: Failure, tried: string): string {
  return failure.code === "cancelled" ? `Stopped: ${tried} tried.` : failureParts(failure).what;
}

function summaryOf({ findings, lessons }: LintedWorkshop): string {
  const all = [...findings, ...lessons.flatMap((lesson) => lesson.findings)];
  const errors = all.filter(({ severity }) => severity === "error").length;
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
  const warnings = plural(all.length - errors, "warning");
  const verdict = errors === 0 ? "Every lesson can be passed" : plural(errors, "error");
  const links = new Set(lessons.flatMap((lesson) => lesson.links.map(({ target }) => target))).size;
  return [
    `${verdict}, ${warnings}. About ${plural(minutes, "minute")} in all, tried with the demo model.`,
    links > 0 && `${plural(links, "link leads", "links lead")} to other sites, not checked here.`,
  ]
    .filter(Boolean)
    .join(" ");
}

interface LessonsProps extends WorkshopDialogProps {
  readonly workshop: AuthoredWorkshop | undefined;
  readonly result: LintedWorkshop | undefined;
}

function Lessons({ mountId, workshop, result, onClose }: LessonsProps) {
  const { lessonIncoming } = useActions();
  const { push } = useRouter();
  async function open(id: string) {
    const incoming = await lessonIncoming(mountId, id);
    if (!incoming) return;
    const path = `/local/${crypto.randomUUID()}`;
    announceArrival({ path, own: true, incoming });
    push(path);
  }
  return (
    <ol className={styles.lessons}>
      {workshop?.lessons.map(({ id, title }) => {
        const linted = result?.lessons.find((one) => one.id === id);
        return (
          <li key={id}>
            <div className={styles.lesson}>
              <VisibleName as="strong" text={title} />
              {linted && (
                <>
                  <span className={styles.note}>
                    {plural(linted.checks, "check")}, about {plural(linted.minutes, "minute")}
                  </span>
                  {linted.findings.length === 0 && <Tag tone="tier2">can be passed</Tag>}
                </>
              )}
              <Button size="small" aria-label={visibleName(`Open lesson: ${title}`)} onClick={() => void open(id)}>
                Open
              </Button>
            </div>
            {linted && <Findings mountId={mountId} findings={linted.findings} onClose={onClose} />}
          </li>
        );
      })}
    </ol>
  );
}

function Findings({ mountId, findings, onClose }: WorkshopDialogProps & { findings: readonly Finding[] }) {
  const { openFile } = useActions();
  const at = useWorkspace(({ mounts }) => mounts.find(({ id }) => id === mountId)?.at ?? "/");
  return (
    <ul role="list" className={styles.findings}>
      {findings.map(({ severity, file, line, message }) => (
        <li key={`${file}:${line} ${message}`} data-severity={severity}>
          <Tag tone={severity === "error" ? "bad" : "muted"}>{severity}</Tag>{" "}
          <Button
            variant="link"
            onClick={() => {
              openFile(joinPath(at, file), line);
              onClose();
            }}
          >
            <VisibleName as="code" text={`${file}:${line}`} />
          </Button>{" "}
          <VisibleName text={message.replaceAll("`", "")} />
        </li>
      ))}
    </ul>
  );
}
