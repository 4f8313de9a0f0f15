import { useMemo, useState } from "react";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { OpenSet } from "#lib/evals/formats/open-sets.ts";
import { readLines, writeLines } from "#lib/evals/requests.ts";
import { readSet } from "#lib/evals/set-files.ts";
import { readText } from "#lib/vfs/files.ts";
import type { SkillSet } from "#lib/workspace/experiments/skill-sets.ts";

/** A file that requests were read from. */
export interface ReadFile extends OpenSet {
  /** Whether the file is in the workspace; otherwise it came from the person's disk, and is saved there again. */
  readonly isHere: boolean;
}

export interface ReadFiles {
  /** The files with their current content. */
  readonly sets: readonly ReadFile[];
  /** Adds files; one that is read again replaces its earlier version. */
  readonly open: (fresh: readonly ReadFile[]) => void;
  /** Notes that a file was saved with this text. */
  readonly saved: (file: ReadFile, text: string) => void;
}

/** The files that requests were read from since the dialog opened. */
export function useReadFiles(): ReadFiles {
  const files = useWorkspace((state) => state.files);
  const [opened, setOpened] = useState<readonly ReadFile[]>([]);
  // A file of the workspace may have changed since it was read.
  const sets = useMemo(
    () => opened.map((file) => (file.isHere ? { ...file, text: readText(files, file.name) ?? "" } : file)),
    [opened, files],
  );
  return {
    sets,
    open(fresh) {
      setOpened((before) => [...before.filter(({ name }) => !fresh.some((file) => file.name === name)), ...fresh]);
    },
    saved(file, text) {
      setOpened((before) => before.map((each) => (each.name === file.name ? { ...each, text } : each)));
    },
  };
}

interface Box {
  /** The skill for requests that name none. */
  readonly meant: string | undefined;
  /** The text that is already in the box. */
  readonly text: string;
}

/** Reads files from the person's disk: lines for the box, a note on each file, and the files that can be saved again. */
export async function readGiven(given: readonly File[], { meant, text }: Box) {
  const told: string[] = [];
  const lines: string[] = [];
  const opened: ReadFile[] = [];
  for (const file of given) {
    // A folder that is dropped is also given as a file, which cannot be read.
    const content = await file.text().catch(() => undefined);
    if (content === undefined) {
      told.push(`${file.name} was not added: it cannot be read.`);
      continue;
    }
    const read = readSet(content, meant);
    if (read.kind === "refused") told.push(`${file.name} was not added: ${read.because}.`);
    else {
      opened.push({ name: file.name, text: content, skill: meant, beside: textsOf(text), isHere: false });
      lines.push(writeLines(read.requests, meant));
      told.push(...(read.notRun ?? []).map((sentence) => `${file.name}: ${sentence}`));
    }
  }
  return { told, lines, opened };
}

/** The files of a skill's own folder that can be saved again. `skill`: its name in the workspace. */
export function ownFiles(own: readonly SkillSet[], skill: string, { text }: Box): readonly ReadFile[] {
  return own.flatMap(({ path, because, skill: named }) => {
    const renamed = named !== undefined && { calledHere: skill };
    return because === undefined
      ? [{ name: path, text: "", skill, ...renamed, beside: textsOf(text), isHere: true }]
      : [];
  });
}

function textsOf(lines: string): readonly string[] {
  return readLines(lines, undefined).map(({ text }) => text);
}
