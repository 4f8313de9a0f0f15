import { QrCode } from "#components/ui/qr-code.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { spacedCode } from "#lib/room/room-code.ts";
import styles from "./room.module.css";

/** How learners join the room; large enough for the last row. */
export function RoomCode({ code }: { code: string }) {
  const address = `${location.origin}/room/${code}`;
  return (
    <div className={styles.code}>
      <div className={styles.way}>
        <p>
          Go to <strong>{location.host}/room</strong> and type
        </p>
        <p className={styles.letters}>
          <span aria-hidden>{spacedCode(code)}</span>
          {/* Separated by blanks, so that a screen reader spells the code and does not read it as a word. */}
          <span className="unseen">{[...code].join(" ")}</span>
        </p>
        <p>
          <CopyButton text={address} label="Copy the room’s link" size="medium" variant="plain" />
        </p>
      </div>
      <QrCode text={address} label="QR code of the room’s link" />
    </div>
  );
}
