import { Button } from "#components/ui/button.tsx";
import { formatBytes } from "#lib/format-count.ts";
import type { PackageOffer } from "#lib/run/packages/packages.ts";
import { offerBefore, offerText } from "#lib/runs/offer-text.ts";
import styles from "./terminal.module.css";

interface OfferedPackagesProps {
  readonly offer: PackageOffer;
  /** Whether the script waits for the answer, or has failed because the packages were missing. */
  readonly when: "before" | "after";
  readonly onAnswer: (isWanted: boolean) => void;
}

/** Packages that a script needs; nothing is fetched until the person agrees. */
export function OfferedPackages({ offer, when, onAnswer }: OfferedPackagesProps) {
  const isKept = offer.packages.every((each) => each.isKept);
  return (
    <fieldset className={styles.made}>
      <legend>{when === "before" ? offerBefore(offer) : offerText(offer)}</legend>
      {offer.packages.length > 1 && (
        <ul>
          {offer.packages.map(({ name, version, bytes, isKept: isHere }) => (
            <li key={name}>
              <code>
                {name} {version}
              </code>
              <span className={styles.kind}>
                {" "}
                {isHere ? "kept in this browser" : bytes !== undefined && formatBytes(bytes)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        <Button variant="primary" size="small" onClick={() => onAnswer(true)}>
          {when === "before" ? "Fetch and run" : isKept ? "Run again with it" : "Fetch and run again"}
        </Button>
        <Button size="small" onClick={() => onAnswer(false)}>
          {when === "before" ? "Run without" : "Not now"}
        </Button>
      </div>
    </fieldset>
  );
}
