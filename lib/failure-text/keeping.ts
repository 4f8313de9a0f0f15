import type { KeepingFailure } from "#lib/failure.ts";
import { formatBytes, plural } from "#lib/format-count.ts";
import { clause, quote, type Texts, workspaceSafe } from "./words.ts";

const pageSafe = "What you see stays until you close this page.";

export const keepingTexts: Texts<KeepingFailure> = {
  "quota-exceeded": ({ needed }) => ({
    title: "The browser's storage is full",
    what: `Saving this workspace needs ${formatBytes(needed)}, more than the browser has left for this site.`,
    safe: pageSafe,
    next: "Free some space or remove a source and try again, or download your changes before you close the page.",
  }),
  "storage-missing": () => ({
    title: "Nothing can be saved here",
    what: "This browser gives this site no storage, as some private windows do.",
    safe: pageSafe,
    next: "Open the lab in an ordinary window to keep your work, or download your files before you close the page.",
  }),
  "storage-failed": ({ detail }) => ({
    title: "Saving failed",
    what: `The browser could not save the workspace: ${clause(detail)}.`,
    safe: pageSafe,
    next: "Free some space on the disk, if it is full, and try again, or download your changes before you close the page.",
  }),
  "storage-newer": () => ({
    title: "Saved by a newer version",
    what: "A newer version of this page saved this workspace, so this version does not overwrite it.",
    safe: pageSafe,
    next: "Close all tabs of the lab, then open it again.",
  }),
  "storage-gone": () => ({
    title: "No longer saved",
    what: "This workspace was deleted in another tab, or the browser removed it.",
    safe: pageSafe,
    next: "Save it as a file before you close the page.",
  }),
  "passphrase-wrong": () => ({
    title: "Wrong passphrase",
    what: "What is remembered on this device was encrypted with another passphrase.",
    safe: "Nothing was changed.",
    next: "Try again. A forgotten passphrase cannot be recovered: forget the locked keys and enter them again.",
  }),
  "encryption-missing": () => ({
    title: "Nothing can be encrypted here",
    what: "Browsers encrypt only on https pages or pages from this computer, and this is neither.",
    safe: "Nothing was kept.",
    next: "Keep it in this page's memory, or open the lab over https.",
  }),
  "record-damaged": () => ({
    title: "The saved data cannot be read",
    what: "This workspace's saved data is damaged, so it cannot be opened.",
    safe: "The data is left as it is, and your other workspaces are not affected.",
    next: "Download the data or delete it. This address then starts fresh.",
  }),
  "workspace-missing": () => ({
    title: "This workspace is not in this browser",
    what: "This link leads to a workspace saved in another browser, or one that was deleted.",
    safe: "Nothing was saved, and your other workspaces are unchanged.",
    next: "Open it in the browser where it was made, or ask for a file or a link to the repository.",
  }),
  "base-damaged": ({ label }) => ({
    title: "An earlier copy is shown",
    what: `The newest files of ${label} were damaged on this computer, so you see the previously saved ones.`,
    safe: "Your own changes are safe.",
    next: "Retry fetches the newest files again.",
  }),
  "files-lost": ({ label }) => ({
    title: "Its files are gone",
    what: `The files of ${label} were lost in this browser and cannot be downloaded again.`,
    safe: "Your own changes and everything else are saved.",
    next: "Add the same files again as another source.",
  }),
  "files-pending": ({ label, count }) => ({
    title: "Some files are missing",
    what: `The contents of ${plural(count, "file")} of ${label} have not been downloaded, and this needs all of them.`,
    safe: workspaceSafe,
    next: "Fetch them again from the status bar, then try again.",
  }),
  "conversation-file-refused": ({ name, reason }) => ({
    title: "Not a conversation file",
    what: `${quote(name)} cannot be added as a conversation: ${clause(reason)}.`,
    safe: "Your conversations are unchanged.",
    next: "Choose a .conversation.json file that this lab has saved.",
  }),
  "workspace-file-refused": ({ name, reason }) => ({
    title: "Not a workspace file",
    what: `${quote(name)} cannot be opened as a workspace: ${clause(reason)}.`,
    safe: "Your workspaces are unchanged.",
    next: "Choose a .skillground.zip file that this lab has saved.",
  }),
  "file-not-written": ({ path }) => ({
    title: "A file could not be written",
    what: `${quote(path)} could not be written into the folder: it may be protected, in use or gone, or the disk may be full.`,
    safe: "Your changes are safe here. Files before it in the list may have been written.",
    next: "Try again, which writes only what is missing, or save the changed files as an archive.",
  }),
};
