import { useCallback, useEffect, useMemo, useState } from "react";
import { drawingObjection, fileKind } from "#components/files/file-kind.ts";
import { type DrawLocalImage, ImageText } from "#components/markdown/rendered-pieces.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Files } from "#lib/vfs/files.ts";
import { dirname, resolvePath } from "#lib/vfs/paths.ts";
import { uriDecoded } from "#lib/vfs/uri.ts";

/** The file that `address`, in the text of the file `from`, refers to; `undefined` if that is outside the workspace. */
export function linkedPath(from: string, address: string | undefined): string | undefined {
  const [target] = address?.split(/[#?]/) ?? [];
  if (!target || target.startsWith("//") || URL.canParse(target)) return undefined;
  // Markdown percent-encodes blanks; a stray `%` stands for itself.
  return resolvePath(dirname(from), uriDecoded(target) ?? target);
}

/** The file as an image, if it is one that can be drawn; made of the workspace's own bytes. */
function pictureOf(files: Files, path: string): Blob | undefined {
  const bytes = files.read(path);
  if (!bytes) return undefined;
  const kind = fileKind(path, bytes);
  if (kind.kind === "drawing") {
    const text = new TextDecoder().decode(bytes);
    return drawingObjection(text) === undefined ? new Blob([text], { type: "image/svg+xml" }) : undefined;
  }
  // A copy: the bytes may be a view into a snapshot that is shared with a worker.
  return kind.kind === "image" ? new Blob([new Uint8Array(bytes)], { type: kind.type }) : undefined;
}

/** Limits for the images of one text: a README can name one large picture a thousand times. */
const shelfLimits = { pictures: 60, bytes: 60 * 1024 * 1024 };

interface PictureShelf {
  /** The image's object URL, the same for every call; `undefined` if it is not an image, or is over the limit. */
  readonly addressOf: (path: string) => string | undefined;
  readonly clear: () => void;
}

function createShelf(files: Files): PictureShelf {
  const addresses = new Map<string, string | undefined>();
  let bytes = 0;
  return {
    addressOf(path) {
      if (addresses.has(path)) return addresses.get(path);
      if (addresses.size >= shelfLimits.pictures) return undefined;
      const picture = pictureOf(files, path);
      bytes += picture?.size ?? 0;
      const address = picture && bytes <= shelfLimits.bytes ? URL.createObjectURL(picture) : undefined;
      addresses.set(path, address);
      return address;
    },
    clear() {
      for (const address of addresses.values()) if (address) URL.revokeObjectURL(address);
      addresses.clear();
      bytes = 0;
    },
  };
}

/** Draws the workspace's images in the text of the file `from`; nothing is fetched. */
export function useWorkspacePictures(from: string): DrawLocalImage {
  const files = useWorkspace((state) => state.files);
  const shelf = useMemo(() => createShelf(files), [files]);
  useEffect(() => shelf.clear, [shelf]);
  return useCallback(
    ({ src, alt }) => {
      const path = linkedPath(from, src);
      if (path === undefined || !files.stat(path)) return undefined;
      return <Picture shelf={shelf} path={path} src={src} alt={alt} />;
    },
    [from, files, shelf],
  );
}

interface PictureProps {
  readonly shelf: PictureShelf;
  readonly path: string;
  readonly src: string;
  readonly alt: string | undefined;
}

function Picture({ shelf, path, src, alt }: PictureProps) {
  const [address, setAddress] = useState<string | null>();
  useEffect(() => setAddress(shelf.addressOf(path) ?? null), [shelf, path]);
  if (address === null) return <ImageText address={src} alt={alt} />;
  // biome-ignore lint/performance/noImgElement: a blob of this page cannot be optimised by a server
  return address && <img src={address} alt={alt ?? ""} loading="lazy" />;
}
