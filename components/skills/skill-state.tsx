import { CornerRightDown, X } from "lucide-react";
import { Tag } from "#components/ui/tag.tsx";
import { isListed, type LoadedSkill } from "./skill-groups.ts";
import type { ListedSkill, StateWord } from "./skill-sections.ts";
import styles from "./skill-state.module.css";

const badWords: ReadonlySet<StateWord> = new Set(["rejected", "no room", "not started"]);

const wordTitles: Partial<Record<StateWord, string>> = {
  cut: "The model sees only the start of its description",
  "name only": "The model sees only its name",
  "no room": "No room in the catalog: the model does not see it",
  waiting: "Told once a matching file is touched",
  found: "Found; what the model is told of it is not documented",
  renamed: "Loaded under another name than its folder's",
  off: "Switched off",
  "not started": "The harness does not start with its settings",
  hidden: "Loaded, but hidden from the model",
  pending: "Changed since the last reload",
  warned: "Loaded, with a problem to fix",
  shadowed: "Another skill of its name comes first",
  "not found": "Not in a folder that this harness searches",
};

/** A skill's state in its word. */
export function StateTag({ word }: { word: StateWord }) {
  const title = wordTitles[word];
  return (
    <Tag tone={badWords.has(word) ? "bad" : "muted"} {...(title !== undefined && { title })}>
      {word}
    </Tag>
  );
}

interface StateMarkProps {
  readonly listed: Pick<ListedSkill, "loaded" | "candidate">;
  /** Whether the model has read the skill's SKILL.md in this conversation. */
  readonly isActivated?: boolean;
  /** Places the icon in its row. */
  readonly className: string | undefined;
}

/** A skill's state as an icon, beside the word that says it too. */
export function StateMark({ listed: { loaded, candidate }, isActivated = false, className }: StateMarkProps) {
  return (
    <>
      <span
        className={`${styles.mark} ${className}`}
        aria-hidden="true"
        {...(isActivated && { title: "Read in this conversation" })}
      >
        {loaded ? (
          <span className={`${styles.dot} ${isActivated ? styles.active : dotOf(loaded)}`} />
        ) : candidate.outcome.kind === "rejected" ? (
          <X size={14} strokeWidth={2.5} className={styles.cross} />
        ) : (
          <CornerRightDown size={13} className={styles.down} />
        )}
      </span>
      {isActivated && <span className="unseen">, read in this conversation</span>}
    </>
  );
}

function dotOf(loaded: LoadedSkill) {
  if (loaded.verdict === "cut" || loaded.verdict === "named") return styles.cut;
  return isListed(loaded) ? styles.listed : styles.none;
}
