import { useEffect, useMemo, useState } from "react";
import { TokenCount } from "#components/transcript/token-count.tsx";
import { ShowEarlier, useLatest } from "#components/ui/text/show-earlier.tsx";
import { Verbatim } from "#components/ui/text/verbatim.tsx";
import { Tier, type TierNumber } from "#components/ui/tier.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { useChatHost, useWorkspace, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import { draftRequest } from "#lib/chat/request.ts";
import type { RequestPiece } from "#lib/chat/request-pieces.ts";
import { tiersOf } from "./context-parts.ts";
import styles from "./request.module.css";
import { useSteadyMessages } from "./steady-messages.ts";

/** Pieces drawn at once. */
const piecesAtOnce = 150;
const nothing: readonly RequestPiece[] = [];

/** The request that would go out with the next message, piece by piece, exactly as the model would receive it. */
export function RequestTab() {
  const messages = useSteadyMessages();
  const request = useRequest(messages);
  const { shown, hidden, showEarlier } = useLatest(Array.isArray(request) ? request : nothing, piecesAtOnce);
  const host = useChatHost();
  const catalog = useWorkspace(({ view }) => view.catalog);
  const skills = useWorkspace(({ view }) => view.discovery.skills);
  const tiers = useMemo(() => tiersOf(messages, skills), [messages, skills]);
  const tierOf = ({ role, messageId, callId, tool }: RequestPiece): TierNumber | undefined => {
    if (role === "user" && messageId !== undefined) return tiers.get(messageId);
    if (role === "tool result" && callId !== undefined) return tiers.get(callId);
    const tellsOfSkills = role === "tool" && catalog.channel === "tool" && tool === host.skillTool?.()?.name;
    return role === "reminder" || role === "developer" || tellsOfSkills ? 1 : undefined;
  };
  if (!request) return <p className={styles.about}>Drafting the request …</p>;
  if (request === "failed") {
    return (
      <p role="alert" className={styles.about}>
        This conversation cannot be sent: something in it is nested too deeply. It is kept here. Start a new
        conversation to go on.
      </p>
    );
  }
  return (
    <div className={styles.request}>
      <p className={styles.about}>
        {messages.length === 0 ? "What would be sent with your first message." : "What goes with your next message."}
      </p>
      <ShowEarlier hidden={hidden} noun="piece" onShow={showEarlier} />
      <ol className={styles.pieces} start={hidden + 1}>
        {shown.map((piece, index) => (
          // Pieces only ever grow at the end, but for the reminder that would come next.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Piece key={`${hidden + index} ${piece.role}`} piece={piece} tier={tierOf(piece)} />
        ))}
      </ol>
    </div>
  );
}

function Piece({ piece: { role, text }, tier }: { piece: RequestPiece; tier: TierNumber | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.role}>{role}</span>
          {tier && <Tier tier={tier} size="small" />}
          <span className={styles.start}>
            <VisibleName text={text.slice(0, 200)} form="text" />
          </span>
          <TokenCount text={text} />
        </summary>
        {open && <Verbatim title={`As the model receives it`} text={text} />}
      </details>
    </li>
  );
}

/** `failed`: the conversation cannot be put into a request, for instance where a tool's input is nested too deep. */
type DraftedRequest = readonly RequestPiece[] | "failed";

/** The request as it stands: see `draftRequest`. `undefined` until the first is drafted. */
export function useRequest(messages: readonly ChatMessage[]): DraftedRequest | undefined {
  const host = useChatHost();
  // The host's answers depend on these two: the request is drafted again when they change.
  const view = useWorkspaceInSlices((state) => state.view);
  const profileId = useWorkspaceInSlices((state) => state.profileId);
  const [request, setRequest] = useState<DraftedRequest>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the host's answers depend on view and profile
  useEffect(() => {
    let isCurrent = true;
    void draftRequest(host, messages)
      .catch(() => "failed" as const)
      .then((drafted) => {
        if (isCurrent) setRequest(drafted);
      });
    return () => {
      isCurrent = false;
    };
  }, [host, messages, view, profileId]);
  return request;
}
