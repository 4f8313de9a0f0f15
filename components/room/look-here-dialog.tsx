import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { stepOf } from "#lib/lesson/progress.ts";
import type { LedRoom } from "#lib/room/led-room.ts";
import type { Look } from "#lib/room/room.ts";
import { place } from "#lib/stage/place.ts";
import { isInside, relativePath } from "#lib/vfs/paths.ts";
import { useTold } from "./led-room.tsx";
import styles from "./room.module.css";

interface LookHereDialogProps {
  readonly room: LedRoom;
  /** What learners are pointed at now. */
  readonly look: Look | undefined;
  readonly onClose: () => void;
}

/** Points all learners at what the teacher has on the screen. */
export function LookHereDialog({ room, look, onClose }: LookHereDialogProps) {
  const here = useHere();
  const [lines, setLines] = useState(here.lines);
  const [isFile, setFile] = useState(here.file !== undefined);
  const [isProfile, setProfile] = useState(false);
  const { point, isBusy, note } = usePointing(room, onClose);
  const range = /^(\d+)(?:\s*[-–]\s*(\d+))?$/.exec(lines.trim());
  const isWrong = isFile && lines.trim() !== "" && !range;
  const { lesson, step, file, profileId } = here;
  const shown = isFile && file !== undefined && { file, ...linesIn(range) };
  const wanted = { lesson, step, ...shown, ...(isProfile && { profile: profileId }) };
  return (
    <Dialog
      title="Look here"
      size="small"
      onClose={onClose}
      footer={
        <>
          {look && (
            <Button variant="quiet" onClick={() => point(undefined)}>
              Stop pointing
            </Button>
          )}
          <Button variant="primary" disabled={isWrong} aria-disabled={isBusy} onClick={() => point(wanted)}>
            Point all learners here
          </Button>
        </>
      }
    >
      <div className={styles.look}>
        <p>
          The step “<VisibleName text={here.title} />
          ”. Learners who follow you go there. Others see a note and go when they like.
        </p>
        {here.file !== undefined && (
          <>
            <Choice checked={isFile} onChange={setFile}>
              The open file, <VisibleName text={here.file} />
            </Choice>
            <TextField
              label="Lines"
              value={lines}
              disabled={!isFile}
              placeholder="3-9, or empty for the whole file"
              problem={isWrong ? "Enter a line number, or two with a dash between them." : undefined}
              onChange={(event) => setLines(event.target.value)}
            />
          </>
        )}
        <Choice checked={isProfile} onChange={setProfile}>
          The harness, {profileById(here.profileId).label}
        </Choice>
        <p role="status" className={styles.trouble}>
          {note}
        </p>
      </div>
    </Dialog>
  );
}

/** Points learners at something, or at nothing; calls `then` once the server has accepted it. */
function usePointing(room: LedRoom, then: () => void) {
  const { act, isBusy, note } = useTold();
  const point = (wanted: Parameters<LedRoom["look"]>[0]) =>
    act(async () => {
      await room.look(wanted);
      then();
    });
  return { point, isBusy, note };
}

interface ChoiceProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

function Choice({ checked, onChange, children }: ChoiceProps) {
  return (
    <label>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} /> {children}
    </label>
  );
}

function linesIn(range: RegExpExecArray | null): Pick<Look, "line" | "endLine"> {
  const [line, endLine] = [Number(range?.[1] ?? 0), Number(range?.[2] ?? 0)];
  return { ...(line > 0 && { line }), ...(line > 0 && endLine > line && { endLine }) };
}

/** What the teacher has on the screen, in a form that learners can be led to. */
function useHere() {
  const lesson = useWorkspace((state) => state.lesson);
  const progress = useWorkspace((state) => state.lessonProgress);
  const file = useWorkspace((state) => state.selection.file);
  const profileId = useWorkspace((state) => state.profileId);
  const step = lesson && progress && stepOf(lesson.lesson, progress);
  const { path, line, endLine } = file ?? {};
  return {
    lesson: lesson?.texts.id ?? "",
    step: step?.id ?? "",
    title: step?.title ?? "",
    // Only the project's files are the same for everybody.
    file: path !== undefined && isInside(place.cwd, path) ? relativePath(place.cwd, path) : undefined,
    lines: line === undefined ? "" : `${line}${endLine === undefined ? "" : `-${endLine}`}`,
    profileId,
  };
}
