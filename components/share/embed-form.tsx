import { useEffect, useState } from "react";
import { Select } from "#components/ui/fields.tsx";
import { Options } from "#components/ui/options.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { EmbedOrigins } from "#lib/chat/model-settings.ts";
import {
  type EmbedChoice,
  type EmbedView,
  embedAddress,
  embedCode,
  embedHeights,
  embedViews,
} from "#lib/share/embed.ts";
import styles from "./share.module.css";
import { TextBox } from "./text-box.tsx";

const viewLabels: Readonly<Record<EmbedView, string>> = {
  skills: "All skills",
  skill: "One skill",
  why: "Why? of one skill",
  compare: "Comparison of harnesses",
  chat: "Chat with the demo model",
  report: "Report, in short",
};

const themeLabels: Readonly<Record<EmbedChoice["theme"], string>> = {
  auto: "Reader’s system",
  light: "Light",
  dark: "Dark",
};

interface EmbedFormProps {
  readonly link: string;
  readonly holders: EmbedOrigins;
  /** Whether the source has a badge. */
  readonly hasBadge: boolean;
}

/** A preview of an embed of the workspace, and the HTML to embed it. */
export function EmbedForm({ link, holders, hasBadge }: EmbedFormProps) {
  const label = useWorkspace(({ mounts }) => mounts[0]?.label ?? "");
  const [{ view, theme }, setChoice] = useState<EmbedChoice>({ view: "skills", theme: "auto" });
  const address = embedAddress(link, { view, theme });
  const height = embedHeights[view];
  const title = `${viewLabels[view]}: ${label}, in Skillground`;
  const needsSkill = (view === "skill" || view === "why") && !new URL(address).searchParams.has("skill");
  return (
    <>
      <div className={styles.choices}>
        <Select label="View" value={view} onChange={(next) => setChoice({ view: next as EmbedView, theme })}>
          <Options of={embedViews.map((id) => [id, viewLabels[id]])} />
        </Select>
        <Select
          label="Theme"
          value={theme}
          onChange={(next) => setChoice({ view, theme: next as EmbedChoice["theme"] })}
        >
          <Options of={Object.entries(themeLabels)} />
        </Select>
      </div>
      {needsSkill && <p className={styles.note}>Choose the skill under “Show a skill” below.</p>}
      <TextBox label="HTML" copy="Copy HTML" text={embedCode(address, { title, height })} />
      {holders !== "everybody" && (
        <p className={styles.note}>This server allows embeds only on pages of {holders.join(", ")}.</p>
      )}
      <Preview key={view} address={address} title={title} height={height} />
      <p className={styles.note}>
        For documentation, blogs and course pages.{hasBadge && " In a README on a git host, use the badge."} The frame
        stores nothing and asks for no key.{" "}
        <a href="/guide#embed" target="_blank" rel="noopener">
          Make it grow with its content
        </a>
        .
      </p>
    </>
  );
}

interface PreviewProps {
  readonly address: string;
  readonly title: string;
  readonly height: number;
}

/** Milliseconds that an address must stay the same before it is loaded: typing a prompt changes it with each key. */
const settling = 600;

function Preview({ address, title, height }: PreviewProps) {
  const [shown, setShown] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => setShown(address), settling);
    return () => clearTimeout(timer);
  }, [address]);
  return (
    <iframe
      key={shown}
      className={styles.frame}
      src={shown}
      title={`Preview. ${title}`}
      height={height}
      sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    />
  );
}
