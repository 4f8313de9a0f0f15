import { hasMacKeys, keyCaps } from "#components/actions/action.ts";
import { shortcutsIn } from "#components/actions/all-actions.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { Kbd } from "#components/ui/tag.tsx";
import { useStateNow } from "#components/workspace/workspace-context.tsx";
import styles from "./keys-dialog.module.css";

interface KeyLine {
  readonly caps: readonly string[];
  readonly what: string;
}

/** Keys of boxes and lists while they have the focus. Keys that work everywhere belong to the actions. */
const otherKeys = (isMac: boolean): readonly (readonly [place: string, lines: readonly KeyLine[]])[] => [
  [
    "Message",
    [
      { caps: ["↵"], what: "Send" },
      { caps: [isMac ? "⇧" : "Shift", "↵"], what: "New line" },
      { caps: ["/"], what: "Skills and commands" },
      { caps: ["@"], what: "Attach a file" },
      { caps: ["↑"], what: "Last message, in an empty box" },
    ],
  ],
  [
    "Files, tabs and tables",
    [
      { caps: ["↑", "↓", "←", "→"], what: "Move" },
      { caps: ["↵"], what: "Open" },
      { caps: ["F2"], what: "Rename, move or delete a file" },
    ],
  ],
  [
    "Editor",
    [
      { caps: ["F8"], what: "Next finding" },
      { caps: [isMac ? "⌘" : "Ctrl", "."], what: "Fix it" },
      { caps: [isMac ? "⌘" : "Ctrl", "F"], what: "Find" },
    ],
  ],
];

/** All keys, as labelled on the person's keyboard. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const stateNow = useStateNow();
  const isMac = hasMacKeys();
  const everywhere = shortcutsIn(stateNow()).flatMap(({ label, keys }): KeyLine[] =>
    keys ? [{ caps: keyCaps(keys, isMac), what: label }] : [],
  );
  return (
    <Dialog title="Keyboard shortcuts" size="small" onClose={onClose}>
      {/* Focused to be scrolled by keys. */}
      <section className={styles.keys} tabIndex={0} aria-label="All keys">
        <Keys lines={[...everywhere, { caps: ["Esc"], what: "Close a dialog or list" }]} />
        {otherKeys(isMac).map(([place, lines]) => (
          <section key={place}>
            <h3>{place}</h3>
            <Keys lines={lines} />
          </section>
        ))}
      </section>
    </Dialog>
  );
}

function Keys({ lines }: { lines: readonly KeyLine[] }) {
  return (
    <dl>
      {lines.map(({ caps, what }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            {caps.map((cap) => (
              <Kbd key={cap}>{cap}</Kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
