import { type KeyboardEvent, type ReactNode, useId } from "react";
import styles from "./tabs.module.css";

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly panel: () => ReactNode;
}

interface TabsProps<Id extends string> {
  /** The accessible name of the tab row. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly current: Id;
  readonly onChange: (id: Id) => void;
}

/** Tabs over one panel, by the ARIA pattern: arrows, Home and End move and choose. Only the current panel is drawn. */
export function Tabs<Id extends string>({ label, tabs, current, onChange }: TabsProps<Id>) {
  const base = useId();
  const open = tabs.find((tab) => tab.id === current);
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const next = tabAfter(event.key, tabs, current);
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    document.getElementById(`${base}-tab-${next.id}`)?.focus();
  }
  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-tab-${tab.id}`}
            className={styles.tab}
            aria-selected={tab.id === current}
            aria-controls={tab.id === current ? `${base}-panel` : undefined}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-tab-${current}`}
        className={styles.panel}
        tabIndex={0}
      >
        {open?.panel()}
      </div>
    </div>
  );
}

/** The tab that a key moves to from `current`, by the ARIA pattern; `undefined` for other keys. */
export function tabAfter<T extends { readonly id: string }>(
  key: string,
  tabs: readonly T[],
  current: string,
): T | undefined {
  const at = tabs.findIndex((tab) => tab.id === current);
  if (key === "ArrowRight") return tabs[(at + 1) % tabs.length];
  if (key === "ArrowLeft") return tabs[(at - 1 + tabs.length) % tabs.length];
  if (key === "Home") return tabs[0];
  return key === "End" ? tabs.at(-1) : undefined;
}
