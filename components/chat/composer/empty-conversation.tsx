import { useMemo } from "react";
import { useVerdict } from "#components/workspace/use-verdict.ts";
import { useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { callOf } from "#lib/harness/invocation/elsewhere.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { isBundled } from "#lib/stage/place.ts";
import { isOpening } from "#lib/state/state.ts";
import styles from "./empty-conversation.module.css";
import { nothingToTry, suggestionsFor } from "./suggestions.ts";

/** Shown before the first message: what can be tried here. A click fills the box; the person sends it. */
export function EmptyConversation({ onSuggest }: { onSuggest: (text: string) => void }) {
  const view = useWorkspaceInSlices((state) => state.view);
  const profile = useWorkspaceInSlices(({ profileId }) => profileById(profileId));
  // Read in slices like the view, so that "No skill is loaded" never shows before the view is known.
  const opening = useWorkspaceInSlices(isOpening);
  const suggestions = useMemo(() => {
    return suggestionsFor({
      skills: view.discovery.skills.filter(({ location }) => view.states.get(location) !== "off"),
      catalog: view.catalog,
      invoke: (skill) => callOf(profile, skill),
      isBundled: ({ location }) => isBundled(profile, location),
    });
  }, [view, profile]);
  if (opening) return null;
  const nothing = nothingToTry(view);
  return (
    <div className={styles.empty}>
      <HeadlineElsewhere />
      <h3>{suggestions.length > 0 ? "Try a skill" : nothing.title}</h3>
      {suggestions.length === 0 && <p>{nothing.text}</p>}
      {suggestions.length > 0 && (
        <ul role="list" className={styles.suggestions}>
          {suggestions.map(({ text, label }) => (
            <li key={text}>
              <button type="button" onClick={() => onSuggest(text)}>
                <span className={/^[/$@]/.test(text) ? styles.verbatim : styles.words}>{label}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The headline of the skills panel, repeated for phones, which show one panel at a time. */
function HeadlineElsewhere() {
  const { headline, told } = useVerdict();
  return told.total > 0 && <p className={styles.headline}>{headline}</p>;
}
