"use client";

import { ChevronDown } from "lucide-react";
import { useEffect, useId, useState } from "react";
import selectStyles from "#components/ui/select.module.css";
import { keepUsualHarness, usualHarness } from "#lib/keeping/usual-harness.ts";
import styles from "./opener.module.css";

interface UsualHarnessProps {
  /** Passed in by the page, because the profiles themselves are large. */
  readonly harnesses: readonly { readonly id: string; readonly label: string }[];
}

/** The landing page's one question: which agent the person uses. What they open is shown under that agent; nothing waits for an answer. */
export function UsualHarness({ harnesses }: UsualHarnessProps) {
  const id = useId();
  const [usual, setUsual] = useState("");
  // The server renders the same page for everybody, so the stored choice is read in the browser.
  useEffect(() => setUsual(usualHarness() ?? ""), []);
  function choose(profileId: string): void {
    setUsual(profileId);
    keepUsualHarness(profileId || undefined);
  }
  return (
    <p className={styles.usual}>
      <label htmlFor={id}>Your agent</label>
      <span className={selectStyles.box}>
        <select id={id} className={selectStyles.select} value={usual} onChange={({ target }) => choose(target.value)}>
          <option value="">Any</option>
          {harnesses.map((each) => (
            <option key={each.id} value={each.id}>
              {each.label}
            </option>
          ))}
        </select>
        <ChevronDown size={14} aria-hidden className={selectStyles.arrow} />
      </span>
    </p>
  );
}
