"use client";

import { type ChangeEvent, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { pickedFiles } from "#lib/upload/folder.ts";
import type { Incoming } from "#lib/workspace/fetch-source.ts";
import { uploadOf } from "./upload-of.ts";

// React's types do not know the attribute, which every browser does.
const wholeFolder = { webkitdirectory: "" };

/** Opens the browser's own chooser for a folder. */
export function UploadButtons({ onPick }: { onPick: (incoming: Incoming) => void }) {
  const folder = useRef<HTMLInputElement>(null);
  function picked(event: ChangeEvent<HTMLInputElement>) {
    const { files } = event.target;
    if (files && files.length > 0) onPick(uploadOf(pickedFiles(files)));
    // The same folder may be chosen again.
    event.target.value = "";
  }
  return (
    <>
      <input ref={folder} type="file" hidden {...wholeFolder} aria-label="Folder" onChange={picked} />
      <Button onClick={() => folder.current?.click()}>Upload folder</Button>
    </>
  );
}
