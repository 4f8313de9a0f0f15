import type { AcceptingFailure } from "#lib/failure.ts";
import { formatBytes, formatCount } from "#lib/format-count.ts";
import { allOf, clause, quote, type Texts, workspaceSafe } from "./words.ts";

export const acceptingTexts: Texts<AcceptingFailure> = {
  "too-many-files": ({ limit }) => ({
    title: "Too many files",
    what: `The source has more than ${formatCount(limit)} files and folders, the limit for one source.`,
    safe: workspaceSafe,
    next: "Open a smaller repository, or upload only the folder that holds the skills.",
  }),
  "too-large": ({ limit, path }) => ({
    title: "Too large",
    what: `${path ? quote(path) : "The source"} is larger than ${formatBytes(limit)}, the limit of the lab.`,
    safe: workspaceSafe,
    next: "Leave the large files out and upload the rest, or open a smaller source.",
  }),
  "too-deep": ({ limit, path }) => ({
    title: "Folders too deep",
    what: `${quote(path)} is more than ${formatCount(limit)} folders deep, the limit of the lab.`,
    safe: workspaceSafe,
    next: "Upload only the folder that holds the skills.",
  }),
  "name-refused": ({ path, reason }) => ({
    title: "Unsafe name",
    what: `The source contains ${quote(path)}, a name that the lab does not accept: ${clause(reason)}.`,
    safe: workspaceSafe,
    next: "Rename it at the source, or upload the source without it.",
  }),
  "upload-empty": () => ({
    title: "Nothing to upload",
    what: "What you chose contains no files.",
    safe: workspaceSafe,
    next: "Choose a folder or an archive with files in it.",
  }),
  "upload-unreadable": ({ path }) => ({
    title: "A file could not be read",
    what: `The browser could not read ${quote(path)}; it may have been moved, changed or protected since you chose it.`,
    safe: workspaceSafe,
    next: "Choose the folder again.",
  }),
  "archive-damaged": ({ name, detail }) => ({
    title: "The archive cannot be opened",
    what: `${quote(name)} is damaged or in an unknown format: ${clause(detail)}.`,
    safe: workspaceSafe,
    next: "Create the archive again as .zip, .skill or .tar.gz, or upload the folder itself.",
  }),
  "lesson-missing": ({ lesson, label, lessons }) => ({
    title: "No such lesson",
    what:
      lessons.length === 0
        ? `${label} is not a workshop: it has no lessons/NAME/lesson.md.`
        : `${label} has no lesson ${lesson}. It has ${allOf([...lessons.slice(0, 12), ...others(lessons.length - 12)])}.`,
    safe: workspaceSafe,
    next: lessons.length === 0 ? "Open it as a repository instead." : "Open one of these.",
  }),
  "link-refused": ({ link, reason }) => ({
    title: "This link does not work",
    what: `${quote(link)} cannot be opened: ${clause(reason)}.`,
    safe: "Nothing was downloaded or saved, and your workspaces are unchanged.",
    next: "Check that the link is complete, or open the repository on the home page.",
  }),
  "sample-missing": ({ sample }) => ({
    title: "No such sample",
    what: `There is no sample named ${quote(sample)}.`,
    safe: workspaceSafe,
    next: "Choose one of the samples on the home page.",
  }),
};

/** How many names a list leaves out, as its last. */
const others = (count: number) => (count > 0 ? [`${formatCount(count)} more`] : []);
