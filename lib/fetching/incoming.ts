import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { FetchedSource, SourceAbout } from "#lib/state/source.ts";
import type { LiveFolder, PickedFile } from "#lib/upload/pick.ts";
import { type Delivery, describeDelivery } from "#lib/vfs/delivery.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { type Source, sourceLabel } from "#lib/vfs/source.ts";
import { asLesson, type FetchOptions, fetchSource, wholly } from "./fetch-source.ts";
import { pastedText, readFiles, readFolder } from "./own-files.ts";

/** A source, or files that only this page has. */
export type Incoming =
  /**
   * `note`: how the address was interpreted, where that differs from what was written. `given`: as its person wrote it.
   */
  | { readonly kind: "source"; readonly source: Source; readonly note?: string; readonly given?: string }
  | { readonly kind: "upload"; readonly name: string; readonly files: readonly PickedFile[] }
  /** A folder that is read again as it changes. */
  | { readonly kind: "live"; readonly folder: LiveFolder }
  | { readonly kind: "text"; readonly text: string }
  /**
   * An open workshop as its author has it, to be opened as one of its lessons; `folder`: the folder that it then
   * follows.
   */
  | {
      readonly kind: "workshop";
      readonly name: string;
      readonly lesson: string;
      readonly snapshot: Snapshot;
      readonly folder?: LiveFolder;
    };

/** Something that can become a source of a workspace, whatever its files come from. */
export interface Sender {
  /** As a person is told of it while it comes. */
  readonly label: string;
  /** The text of the source box that opens the same; `undefined` for files without an address. */
  readonly given: string | undefined;
  /** Brings and verifies the files. Changes no workspace. The delivery throws `FailureError`. */
  deliver(options: FetchOptions): Delivery<SourceAbout>;
}

export function senderOf(incoming: Incoming): Sender {
  switch (incoming.kind) {
    case "source": {
      const { source, note, given = addressOf(source) } = incoming;
      const deliver = (options: FetchOptions) => withNote(note, fetchSource(source, options));
      return { label: sourceLabel(source), given, deliver };
    }
    case "upload": {
      const { name, files } = incoming;
      return { label: name, given: undefined, deliver: ({ signal }) => readFiles(name, files, signal) };
    }
    case "live": {
      const { folder } = incoming;
      return { label: folder.name, given: undefined, deliver: ({ signal }) => readFolder(folder, signal) };
    }
    case "text": {
      const { text } = incoming;
      return { label: "Pasted skill", given: text, deliver: () => wholly(async () => pastedText(text)) };
    }
    case "workshop": {
      const deliver = ({ signal }: FetchOptions) =>
        wholly((onProgress) => asLesson(authored(incoming), { signal, onProgress }));
      return { label: incoming.name, given: undefined, deliver };
    }
  }
}

/** A text that opens the repository again. */
function addressOf(source: Source): string | undefined {
  if (source.kind !== "git") return undefined;
  return source.ref === undefined ? source.url : `${source.url}.git#${source.ref}`;
}

function withNote(note: string | undefined, delivery: Delivery<SourceAbout>): Delivery<SourceAbout> {
  if (note === undefined) return delivery;
  const notice: Notice = { code: "address-read-otherwise", severity: "info", path: "/", data: { note } };
  return describeDelivery(delivery, (about) => ({ ...about, notices: [notice, ...about.notices] }));
}

function authored({ name, lesson, snapshot, folder }: Extract<Incoming, { kind: "workshop" }>): FetchedSource {
  const last = { snapshot, stamps: new Map(), fresh: new Set<string>(), warnings: [] };
  const live = folder && { live: { folder, last } };
  return { source: { kind: "upload", name, lesson }, label: name, snapshot, notices: [], ...live };
}
