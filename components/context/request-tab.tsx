import { useState } from "react";
import { TokenEstimate } from "#components/chat/token-estimate.tsx";
import { Verbatim } from "#components/chat/verbatim.tsx";
import { ShowEarlier } from "#components/ui/show-earlier.tsx";
import { Tier } from "#components/ui/tier.tsx";
import { useLatest } from "#components/ui/use-latest.ts";
import { useWorkspace } from "#components/workbench/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import styles from "./request.module.css";
import type { RequestPiece } from "./request.ts";
import { useRequest } from "./use-request.ts";
import { useSteadyMessages } from "./use-steady-messages.ts";

/** Pieces drawn at once. */
const piecesAtOnce = 150;

/** The whole request, piece by piece, exactly as the model receives it. */
export function RequestTab() {
  const messages = useSteadyMessages();
  const pieces = useRequest(messages);
  const { shown, hidden, showEarlier } = useLatest(pieces, piecesAtOnce);
  const writeTools = useWorkspace(({ profileId }) => profileById(profileId).writeTools.tools);
  const tools = ["read_file", "list_files", "grep", ...writeTools.map(({ name }) => name)];
  return (
    <div className={styles.request}>
      <p className={styles.about}>
        {messages.length === 0 ? "What would be sent with your first message." : "What goes with your next message."}{" "}
        The lab's own tools are described beside it: {tools.join(", ")}.
      </p>
      <ShowEarlier hidden={hidden} noun="piece" onShow={showEarlier} />
      <ol className={styles.pieces} start={hidden + 1}>
        {shown.map((piece, index) => (
          // Pieces only ever grow at the end, but for the reminder that would come next.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Piece key={`${hidden + index} ${piece.role}`} piece={piece} />
        ))}
      </ol>
    </div>
  );
}

function Piece({ piece: { role, text, tier } }: { piece: RequestPiece }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.role}>{role}</span>
          {tier && <Tier tier={tier} size="small" />}
          <span className={styles.start}>{text.slice(0, 200)}</span>
          <TokenEstimate text={text} />
        </summary>
        {open && <Verbatim title={`As the model receives it`} text={text} />}
      </details>
    </li>
  );
}
