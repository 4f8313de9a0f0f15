import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { Tag } from "#components/ui/tag.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { dirname } from "#lib/vfs/paths.ts";
import type { CompletionState } from "./completion.ts";
import styles from "./composer.module.css";

/** Says why the skill cannot be called by this name yet; taking the option installs it. */
function NotLoaded({ location }: { location: string }) {
  const harness = useWorkspace(({ profileId }) => profileById(profileId).label);
  const where = visibleName(dirname(dirname(location)));
  return (
    <small title={`${harness} does not look in ${where}`}>
      <Tag>not in a folder {harness} searches</Tag>
    </small>
  );
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** Pixels of an option's height before it is measured. */
const optionHeight = 33;

/**
 * The options after a slash or an at sign. The focus stays in the box, which points at the marked option through `aria-activedescendant`.
 * Only the options in sight, and the marked one's neighbours, are drawn: a repository may offer 5,000.
 */
export function CompletionList({ id, completion }: { id: string; completion: CompletionState }) {
  const { options } = completion;
  return options.length === 0 ? null : <Options id={id} completion={completion} />;
}

function Options({ id, completion }: { id: string; completion: CompletionState }) {
  const { options, active, accept } = completion;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: options.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => optionHeight,
    getItemKey: (index) => options[index]?.insert ?? index,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options under the same mark begin at their top, too
  useEffect(() => rows.scrollToIndex(active), [rows, active, options]);
  return (
    <div ref={scroller} id={id} role="listbox" aria-label="Commands, skills and files" className={styles.options}>
      <div role="presentation" className={styles.allOptions} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const option = options[index];
          if (!option) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the message box's, which keeps the focus
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              id={optionId(id, index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              aria-posinset={index + 1}
              aria-setsize={options.length}
              className={styles.option}
              style={{ transform: `translateY(${start}px)` }}
              // Keeps the focus in the box.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => accept(option)}
            >
              <VisibleName as="code" text={option.label} />
              {option.elsewhere !== undefined && <NotLoaded location={option.elsewhere} />}
              {option.isPending && (
                <small>
                  <Tag title="New since the last reload. Choosing it reloads the skills">pending</Tag>
                </small>
              )}
              <VisibleName as="span" text={option.detail} form="text" />
            </div>
          );
        })}
      </div>
    </div>
  );
}
