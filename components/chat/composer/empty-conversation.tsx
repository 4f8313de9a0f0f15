import { useMemo } from "react";
import { useActions, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { isOpening } from "#lib/workspace/state.ts";
import styles from "./empty-conversation.module.css";
import { suggestionsFor } from "./suggestions.ts";

/** Before the first message: what can be tried here. A click fills the box; the person sends it. */
export function EmptyConversation({ onSuggest }: { onSuggest: (text: string) => void }) {
  const { complete } = useActions();
  const view = useWorkspaceInSlices((state) => state.view);
  // Read in slices like the view, so that "No skill is loaded" never shows before the view is known.
  const opening = useWorkspaceInSlices(isOpening);
  const suggestions = useMemo(() => {
    const completions = [...complete("/"), ...complete("$")];
    // The harness knows how it wants a skill invoked (`/name`, `/skills:name`, `$name`), if at all.
    return suggestionsFor(
      view.discovery.skills,
      view.catalog,
      ({ name }) =>
        completions.find(
          ({ insert }) => /^[/:$]$/.test(insert.slice(-name.length - 1, -name.length)) && insert.endsWith(name),
        )?.insert,
    );
  }, [view, complete]);
  if (opening) return null;
  return (
    <div className={styles.empty}>
      <h3>{suggestions.length > 0 ? "Try a skill" : "No skill is loaded"}</h3>
      <p>
        {suggestions.length > 0
          ? "Each step the model takes is shown here: what it chose from the catalog, what it read, and what that cost."
          : "The chat works all the same; there is only nothing in the catalog to choose from."}
      </p>
      {suggestions.length > 0 && (
        <ul role="list" className={styles.suggestions}>
          {suggestions.map(({ text, label, detail }) => (
            <li key={text}>
              <button type="button" onClick={() => onSuggest(text)}>
                <span className={/^[/$]/.test(text) ? styles.verbatim : styles.words}>{label}</span>
                <span className={styles.detail}>{detail}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
