import { useState } from "react";
import { TokenEstimate } from "#components/chat/token-estimate.tsx";
import { Verbatim } from "#components/chat/verbatim.tsx";
import { Tier } from "#components/ui/tier.tsx";
import { useWorkspace } from "#components/workbench/workspace-context.tsx";
import styles from "./request.module.css";
import { type RequestPiece, requestPieces } from "./request.ts";
import { useInstructions } from "./use-instructions.ts";
import { useSteadyMessages } from "./use-steady-messages.ts";

/** The whole request, piece by piece, exactly as the model receives it. */
export function RequestTab() {
  const instructions = useInstructions();
  const messages = useSteadyMessages();
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const pieces: RequestPiece[] = [{ role: "system", text: instructions }, ...requestPieces(messages, skills)];
  return (
    <div className={styles.request}>
      <p className={styles.about}>
        {messages.length === 0 ? "What would be sent with your first message." : "What goes with your next message."}{" "}
        The tools read_file, list_files and grep are described beside it.
      </p>
      <ol className={styles.pieces}>
        {pieces.map((piece, index) => (
          // Pieces only ever grow at the end, so a place is an identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Piece key={index} piece={piece} />
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
