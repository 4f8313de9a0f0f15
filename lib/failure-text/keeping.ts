import type { KeepingFailure } from "#lib/failure.ts";
import { formatCount } from "#lib/format-count.ts";
import { bytes, clause, quote, type Texts, workspaceSafe } from "./words.ts";

const pageSafe = "What you see stays until you close this page.";

export const keepingTexts: Texts<KeepingFailure> = {
  "quota-exceeded": ({ needed }) => ({
    title: "The browser's storage is full",
    what: `Keeping this workspace needs ${bytes(needed)}, more than the browser has left for this site.`,
    safe: pageSafe,
    next: "Free some space or remove a source and try again, or download your changes before you close the page.",
  }),
  "storage-missing": () => ({
    title: "Nothing can be kept here",
    what: "This browser gives the site no storage, as some private windows do.",
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
    title: "Kept by a newer version",
    what: "A newer version of this page has kept this workspace, so this one leaves what is kept as it is and saves nothing.",
    safe: pageSafe,
    next: "Close all tabs of the lab and open it again.",
  }),
  "storage-gone": () => ({
    title: "No longer kept",
    what: "This workspace was deleted in another tab, or the browser removed it.",
    safe: pageSafe,
    next: "Save it as a file before you close the page.",
  }),
  "passphrase-wrong": () => ({
    title: "Not this passphrase",
    what: "What is remembered on this device was encrypted with another passphrase.",
    safe: "Nothing was changed.",
    next: "Try again. Nobody can restore a forgotten one: forget what is locked, and give keys and tokens anew.",
  }),
  "encryption-missing": () => ({
    title: "Nothing can be encrypted here",
    what: "Browsers encrypt only in pages that come by https or from this computer, and this one does not.",
    safe: "Nothing was kept.",
    next: "Leave it in this page's memory, or open the lab by https.",
  }),
  "record-damaged": () => ({
    title: "What is kept cannot be read",
    what: "What this browser keeps of this workspace is damaged, so it cannot be opened.",
    safe: "It is left as it lies, and your other workspaces are as they were.",
    next: "Download it as it is, or delete it; then the same address opens anew.",
  }),
  "link-refused": ({ link, reason }) => ({
    title: "This link opens nothing",
    what: `${quote(link)} is not a link that the lab can follow: ${clause(reason)}.`,
    safe: "Nothing was fetched or kept for it, and your workspaces are as they were.",
    next: "Check that the link is whole, or give the repository on the first page.",
  }),
  "workspace-missing": () => ({
    title: "This workspace is not in this browser",
    what: "The link leads to a workspace that is kept in one browser only, and this one has none at this address: it was made elsewhere, or has been deleted.",
    safe: "Nothing was kept for it, and your other workspaces are as they were.",
    next: "Open it in the browser where it was made, or ask for it as a file or a link to its repository.",
  }),
  "base-damaged": ({ label }) => ({
    title: "An earlier copy is shown",
    what: `The newest files of ${label} were damaged on this computer, so those of the save before are shown.`,
    safe: "Your own changes are whole.",
    next: "Retry fetches the newest files again.",
  }),
  "files-lost": ({ label }) => ({
    title: "Its files are gone",
    what: `The files of ${label} did not survive in this browser, and came from nowhere that they could be fetched from.`,
    safe: "Your own changes and everything else are saved.",
    next: "Add the same files again as another source.",
  }),
  "files-pending": ({ label, count }) => ({
    title: "Some files have not come",
    what: `The contents of ${count === 1 ? "one file" : `${formatCount(count)} files`} of ${label} have not come, and all of them are needed for this.`,
    safe: workspaceSafe,
    next: "Fetch them again in the line at the bottom, then try again.",
  }),
  "conversation-file-refused": ({ name, reason }) => ({
    title: "Not a conversation to add",
    what: `${quote(name)} cannot be added as a conversation: ${clause(reason)}.`,
    safe: "Your conversations are as they were.",
    next: "Choose a .conversation.json file that this lab has saved.",
  }),
  "workspace-file-refused": ({ name, reason }) => ({
    title: "Not a workspace to open",
    what: `${quote(name)} cannot be opened as a workspace: ${clause(reason)}.`,
    safe: "Your workspaces are as they were.",
    next: "Choose a .skillground.zip file that this lab has saved.",
  }),
  "file-not-written": ({ path }) => ({
    title: "A file could not be written",
    what: `${quote(path)} could not be written into the folder: it may be protected, in use or gone, or the disk may be full.`,
    safe: "Your changes are whole here. What stands before it in the list may have been written.",
    next: "Try again, which writes only what is missing, or save the changed files as an archive.",
  }),
};
