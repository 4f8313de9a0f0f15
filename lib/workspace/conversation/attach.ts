import type { Attachment } from "#lib/chat/message.ts";
import { attachmentOf, whyTooMany, whyTooMuch } from "#lib/chat/shown/attachments.ts";
import { shownTypeOf } from "#lib/chat/shown/sight.ts";
import { formatBytes } from "#lib/format-count.ts";
import type { Composer } from "#lib/tree/composer.ts";
import type { Tree } from "#lib/tree/tree.ts";

interface AttachNeeds {
  readonly tree: Tree;
  readonly composer: Composer;
}

/** The largest file from elsewhere that is read, in bytes. */
const mostBytes = 40_000_000;

/** Attaches files to the next message. Those that cannot be attached are reported; text typed meanwhile stays. */
export async function attachFiles({ composer }: Pick<AttachNeeds, "composer">, files: readonly File[]): Promise<void> {
  const tooMany = whyTooMany(composer.state().attachments.length + files.length);
  // They are not read in vain: a folder of pictures would fill the memory.
  add(composer, tooMany === undefined ? await Promise.all(files.map(readFile)) : [tooMany]);
}

/** Attaches a file of the workspace, as it is now, to the next message. */
export async function attachPath(needs: AttachNeeds, path: string): Promise<void> {
  await needs.tree.state().files.whenSettled?.(path);
  const bytes = needs.tree.state().files.read(path);
  add(needs.composer, [
    bytes ? attachmentOf({ path, bytes, isInWorkspace: true }) : `There is nothing to read at ${path}.`,
  ]);
}

function add(composer: Composer, read: readonly (Attachment | string)[]): void {
  const { attachments: before } = composer.state();
  const added = read.filter((one) => typeof one !== "string");
  const paths = new Set(added.flatMap(({ path }) => path ?? []));
  const all = [...before.filter(({ path }) => path === undefined || !paths.has(path)), ...added];
  const tooMuch = whyTooMuch(all);
  const refusals = [...read.filter((one) => typeof one === "string"), ...(tooMuch === undefined ? [] : [tooMuch])];
  composer.put({
    attachments: tooMuch === undefined ? all : before,
    attachRefusal: refusals.length > 0 ? refusals.join(" ") : undefined,
  });
}

async function readFile(file: File): Promise<Attachment | string> {
  const path = file.name || "file";
  if (file.size > mostBytes)
    return `${path} is too large to be attached: it has ${formatBytes(file.size)}, and at most ${formatBytes(mostBytes)} are read.`;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return attachmentOf({ path, bytes: await scaledDown(bytes), isInWorkspace: false });
  } catch {
    // The browser may not be able to read a folder or a removed file.
    return `${path} could not be read. To open a folder, drop it outside this box.`;
  }
}

/** Pixels of the longer side beyond which providers scale pictures down themselves. */
const longestSide = 1568;

/** A large picture scaled down as providers would do it, which saves tokens; any other file unchanged. */
async function scaledDown(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const type = shownTypeOf(bytes);
  if (!type || type === "application/pdf" || typeof createImageBitmap !== "function") return bytes;
  const picture = await createImageBitmap(new Blob([bytes], { type })).catch(() => undefined);
  if (!picture) return bytes;
  const scale = longestSide / Math.max(picture.width, picture.height);
  if (scale >= 1) return bytes;
  // A canvas without width holds nothing: a line stays a line.
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  const canvas = new OffscreenCanvas(scaled(picture.width), scaled(picture.height));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const kept = type === "image/jpeg" ? type : "image/png";
  const smaller = await canvas.convertToBlob({ type: kept, quality: 0.9 });
  return smaller.size < bytes.length ? new Uint8Array(await smaller.arrayBuffer()) : bytes;
}
