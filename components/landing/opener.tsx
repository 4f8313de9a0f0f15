"use client";

import { DropZone } from "#components/mounts/adding/drop-zone.tsx";
import { SourceBox } from "#components/mounts/adding/source-box.tsx";
import { UploadButtons } from "#components/mounts/adding/upload-buttons.tsx";
import styles from "./opener.module.css";
import { useOpening } from "./use-opening.ts";

const examples = [
  "anthropics/skills",
  "vercel-labs/agent-skills@react-best-practices",
  "npx skills add obra/superpowers",
];

/** Every way in: the box, the two upload buttons, and a drop anywhere on the page. */
export function Opener() {
  const { open, prepare, isCutOff } = useOpening();
  return (
    <>
      <SourceBox size="large" onOpen={open} onGiven={prepare} examples={examples} />
      <p aria-live="polite" className={styles.cutOff}>
        {isCutOff && "There is no network, and the lab has to be fetched first. Open it again when you are online."}
      </p>
      <p className={styles.upload}>
        <span>Or drop a folder, .zip, .skill or .tar.gz anywhere here</span>
        <UploadButtons onPick={open} />
      </p>
      <DropZone onDrop={open} />
    </>
  );
}
