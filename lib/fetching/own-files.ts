import type { CloneWarning } from "#lib/git/clone/clone-protocol.ts";
import { mountNotice } from "#lib/stage/mount-notice.ts";
import type { FetchedSource, LiveMount, SourceAbout } from "#lib/state/source.ts";
import { readLiveFolder } from "#lib/upload/live-folder.ts";
import type { LiveFolder, PickedFile } from "#lib/upload/pick.ts";
import { skillTextSnapshot } from "#lib/upload/text.ts";
import { type Delivery, deliver, describeDelivery, progressTo } from "#lib/vfs/delivery.ts";

interface UploadAbout {
  readonly warnings: readonly CloneWarning[];
  /** The one skill that was given without its folder. */
  readonly skill?: string;
  readonly live?: LiveMount;
}

/** Picked files and archives, named by the one skill that was given without its folder, if any. */
export function readFiles(given: string, files: readonly PickedFile[], signal: AbortSignal): Delivery<SourceAbout> {
  const upload = deliver<UploadAbout>(async (tell) => {
    // The code that reads folders and archives is loaded at first use.
    const { readUpload } = await import("#lib/upload/upload.ts");
    const { snapshot, ...about } = await readUpload(files, { signal, tell, onProgress: progressTo(tell) });
    return { kind: "whole", about, snapshot };
  });
  return describeDelivery(upload, (about) => describeUpload(about.skill ?? given, about));
}

/** A folder that is read again as it changes. */
export function readFolder(folder: LiveFolder, signal: AbortSignal): Delivery<SourceAbout> {
  const upload = deliver<UploadAbout>(async (tell) => {
    const last = await readLiveFolder(folder, { signal, tell, onProgress: progressTo(tell) });
    return { kind: "whole", about: { warnings: last.warnings, live: { folder, last } }, snapshot: last.snapshot };
  });
  return describeDelivery(upload, (about) => describeUpload(folder.name, about));
}

function describeUpload(name: string, { warnings, live }: UploadAbout): SourceAbout {
  return { source: { kind: "upload", name }, label: name, notices: warnings.map(mountNotice), ...(live && { live }) };
}

/** The text of a SKILL.md as a source. */
export function pastedText(text: string): FetchedSource {
  const { name, snapshot } = skillTextSnapshot(text);
  return { source: { kind: "text", name }, label: name, snapshot, notices: [] };
}
