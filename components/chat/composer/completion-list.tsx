import { useEffect } from "react";
import { Tag } from "#components/ui/tag.tsx";
import { visibleName } from "#components/ui/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { dirname } from "#lib/vfs/paths.ts";
import type { CompletionState } from "./completion.ts";
import styles from "./composer.module.css";

/** Why nothing is called by the name yet; taking the option installs the skill. */
function NotLoaded({ location }: { location: string }) {
  const harness = useWorkspace(({ profileId }) => profileById(profileId).label);
  const where = visibleName(dirname(dirname(location)));
  return (
    <small title={`${harness} does not look in ${where}`}>
      <Tag>not loaded: not where {harness} looks</Tag>
    </small>
  );
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** What can stand after the slash. The focus stays in the box, which points at the marked option. */
export function CompletionList({ id, completion }: { id: string; completion: CompletionState }) {
  const { options, active, accept } = completion;
  useEffect(() => {
    if (options.length > 0) document.getElementById(optionId(id, active))?.scrollIntoView({ block: "nearest" });
  }, [id, active, options]);
  if (options.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label="Commands, skills and files" className={styles.options}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the message box's, which keeps the focus
        <div
          key={option.insert}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          // Keeps the focus in the box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => accept(option)}
        >
          <code>
            <VisibleName text={option.label} />
          </code>
          {option.elsewhere !== undefined && <NotLoaded location={option.elsewhere} />}
          <span>
            <VisibleName text={option.detail} form="text" />
          </span>
        </div>
      ))}
    </div>
  );
}
