import { useMemo, useState } from "react";
import { useStateNow, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { withLines } from "#lib/evals/everyday-set.ts";
import { writeLines } from "#lib/evals/requests.ts";
import { suggestRequests } from "#lib/evals/suggest.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import type { KeptEvals } from "#lib/state/experiments.ts";
import { skillSets } from "#lib/workspace/experiments/skill-sets.ts";
import { ownFiles, type ReadFiles, readGiven, useReadFiles } from "./read-files.ts";

export interface Adding {
  /** What the last attempt to add requests could not do. */
  readonly note: string | undefined;
  readonly add: (lines: string) => void;
  readonly tell: (note: string | undefined) => void;
  /** Suggests requests; absent where no skill is chosen. */
  readonly suggest: (() => void) | undefined;
  /** Reads requests from the skill's folder; absent where there are none. */
  readonly readOwn: (() => void) | undefined;
  readonly importFiles: (given: readonly File[]) => Promise<void>;
  /** The files that requests were read from. */
  readonly read: ReadFiles;
}

interface AddingInput {
  /** Empty for no particular skill. */
  readonly skill: string;
  readonly text: string;
  readonly onChange: (changed: Partial<KeptEvals>) => void;
}

/** The ways to add requests to the typed ones. */
export function useAdding({ skill, text, onChange }: AddingInput): Adding {
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const files = useWorkspace((state) => state.files);
  const [note, setNote] = useState<string>();
  const read = useReadFiles();
  const stateNow = useStateNow();
  const chosen = skills.find(({ name }) => name === skill);
  const meant = skill === "" ? undefined : skill;
  const own = useMemo(() => (chosen ? skillSets(files, chosen) : []), [files, chosen]);

  /** Leaves out requests that are already in the form. Reads it anew: while a model wrote them, the person may have typed on. */
  function add(lines: string) {
    const added = withLines(stateNow().evals?.text ?? "", lines, meant);
    if (added === undefined)
      setNote("Nothing was added, as the file in the box cannot be read. Correct it, or clear the box.");
    else onChange({ text: added });
  }

  function suggest(described: Skill) {
    const suggested = suggestRequests(described, skills);
    const isOwn = suggested.some(({ expects }) => expects.kind === "picks" && expects.skill === described.name);
    setNote(isOwn ? undefined : nothingSuggested(described));
    add(writeLines(suggested, described.name));
  }

  async function importFiles(given: readonly File[]) {
    const { told, lines, opened } = await readGiven(given, { meant, text });
    read.open(opened);
    setNote(told.length > 0 ? told.join(" ") : undefined);
    if (lines.length > 0) add(lines.join("\n"));
  }

  function readOwn() {
    const broken = own.flatMap(({ path, because }) => (because === undefined ? [] : [`${path}: ${because}.`]));
    setNote(broken.length > 0 ? broken.join(" ") : undefined);
    const requests = own.flatMap((set) => set.requests);
    read.open(ownFiles(own, skill, { meant, text }));
    add(writeLines(requests, meant));
  }

  return {
    note,
    add,
    tell: setNote,
    suggest: chosen && (() => suggest(chosen)),
    readOwn: own.length > 0 ? readOwn : undefined,
    importFiles,
    read,
  };
}

function nothingSuggested({ name }: Skill): string {
  return (
    `No requests could be drawn from the description of ${name}. Write some yourself. ` +
    "Those added for similar skills should not pick it."
  );
}
