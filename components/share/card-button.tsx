import { Share2 } from "lucide-react";
import { useId, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import popover from "#components/ui/popover.module.css";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { publicPath } from "#lib/share/public-path.ts";
import styles from "./card-button.module.css";

/** The verdict as a card: the picture that a link to the report unfurls to, and the link. Only for repositories. */
export function CardButton() {
  const mount = useWorkspace(({ mounts }) => mounts.find(({ source }) => source.kind === "git"));
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [drawing, setDrawing] = useState<"under way" | "done" | "failed">("under way");
  const path = mount && publicPath(mount);
  if (!mount || path === undefined) return null;
  const link = `${location.origin}/report${path}`;
  const picture = `${location.origin}/og${path}`;
  const alt = `What each harness makes of ${mount.label.replace(/[[\]]/g, "")}`;
  return (
    <>
      <IconButton label="Preview card" size="small" popoverTarget={id}>
        <Share2 size={14} aria-hidden />
      </IconButton>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Preview card"
        className={popover.popover}
        onToggle={({ newState }) => {
          setShown(newState === "open");
          setDrawing("under way");
        }}
      >
        {isShown && (
          <div className={styles.picture} aria-busy={drawing === "under way"}>
            {/* The server makes the report first, which takes a second or two. */}
            {drawing !== "done" && (
              <p role="status">{drawing === "failed" ? "The card could not be drawn." : "Drawing the card…"}</p>
            )}
            {/* biome-ignore lint/performance/noImgElement: the picture itself, as other sites show it */}
            <img
              src={picture}
              width={1200}
              height={630}
              alt={alt}
              hidden={drawing === "failed"}
              onLoad={() => setDrawing("done")}
              onError={() => setDrawing("failed")}
            />
          </div>
        )}
        <p>Sites show this card when you post the link.</p>
        <div className={styles.copies}>
          <CopyButton text={link} label="Copy link" />
          <CopyButton text={`[![${alt}](${picture})](${link})`} label="Copy Markdown" />
        </div>
      </div>
    </>
  );
}
