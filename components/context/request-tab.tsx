import { useMemo, useState } from "react";
import { TokenCount } from "#components/transcript/token-count.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { ShowEarlier, useLatest } from "#components/ui/text/show-earlier.tsx";
import { Verbatim } from "#components/ui/text/verbatim.tsx";
import { Tier, type TierNumber } from "#components/ui/tier.tsx";
import { timeText } from "#components/ui/times.ts";
import { usePromised } from "#components/ui/use-promised.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import {
  useActions,
  useChatHost,
  useWorkspace,
  useWorkspaceInSlices,
} from "#components/workspace/workspace-context.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import { draftRequest } from "#lib/chat/request.ts";
import type { RequestPiece } from "#lib/chat/request-pieces.ts";
import { tiersOf } from "./context-parts.ts";
import { type PieceNote, pieceNotes } from "./piece-notes.ts";
import styles from "./request.module.css";
import { useSteadyMessages } from "./steady-messages.ts";

/** Most pieces drawn at once. */
const piecesAtOnce = 150;
const nothing: readonly RequestPiece[] = [];

/** The request that the next message would send, piece by piece, verbatim, and what each piece did. */
export function RequestTab() {
  const messages = useSteadyMessages();
  const request = useRequest(messages);
  const { shown, hidden, showEarlier } = useLatest(Array.isArray(request) ? request : nothing, piecesAtOnce);
  const host = useChatHost();
  const catalog = useWorkspace(({ view }) => view.catalog);
  const skills = useWorkspace(({ view }) => view.discovery.skills);
  const isEnded = useWorkspace(({ view }) => view.whyOff?.kind === "ended");
  const tiers = useMemo(() => tiersOf(messages, skills), [messages, skills]);
  const notes = useMemo(() => pieceNotes(messages, skills), [messages, skills]);
  const tierOf = ({ role, messageId, callId, tool }: RequestPiece): TierNumber | undefined => {
    if (role === "user" && messageId !== undefined) return tiers.get(messageId);
    if (role === "tool result" && callId !== undefined) return tiers.get(callId);
    const tellsOfSkills = role === "tool" && catalog.channel === "tool" && tool === host.skillTool?.()?.name;
    return role === "reminder" || role === "developer" || tellsOfSkills ? 1 : undefined;
  };
  // A call's activation is noted at its result, which is the SKILL.md.
  const noteOf = ({ role, messageId, callId }: RequestPiece) =>
    role === "tool call" ? undefined : notes.get(messageId ?? callId ?? "");
  if (isEnded) return <EmptyState title="Nothing is sent">The harness does not start.</EmptyState>;
  if (!request) return <p className={styles.about}>Preparing the request…</p>;
  if (request === "failed") {
    return (
      <p role="alert" className={styles.about}>
        This conversation cannot be sent because something in it is nested too deeply. It is still saved. Start a new
        conversation to continue.
      </p>
    );
  }
  return (
    <div className={styles.request}>
      <p className={styles.about}>Sent with your {messages.length === 0 ? "first" : "next"} message</p>
      <ShowEarlier hidden={hidden} noun="piece" onShow={showEarlier} />
      <ol className={styles.pieces} start={hidden + 1}>
        {shown.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces only ever grow at the end, but for the reminder that would come next
          <Piece key={`${hidden + index} ${piece.role}`} piece={piece} tier={tierOf(piece)} note={noteOf(piece)} />
        ))}
      </ol>
    </div>
  );
}

interface PieceProps {
  readonly piece: RequestPiece;
  readonly tier: TierNumber | undefined;
  readonly note: PieceNote | undefined;
}

function Piece({ piece: { role, text }, tier, note }: PieceProps) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.role}>{role}</span>
          {tier && <Tier tier={tier} size="small" />}
          <VisibleName as="span" className={styles.start} text={text.slice(0, 200)} form="text" />
          {note?.activated && <Tag tone="muted">activated</Tag>}
          <TokenCount text={text} />
        </summary>
        {open && (
          <>
            <NoteLine note={note} />
            <Verbatim title="As the model receives it" text={text} />
          </>
        )}
      </details>
    </li>
  );
}

/** The time of a message, and a link to the skill that it activated. */
function NoteLine({ note: { at, activated } = {} }: { note: PieceNote | undefined }) {
  const { openFile } = useActions();
  if (at === undefined && !activated) return null;
  return (
    <p className={styles.note}>
      {at !== undefined && <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>}
      {activated && (
        <span>
          Activated by {activated.by}:{" "}
          <Button variant="link" onClick={() => openFile(activated.location)}>
            <VisibleName as="code" text={activated.name} />
          </Button>
        </span>
      )}
    </p>
  );
}

/** `failed`: the conversation cannot be put into a request, for instance where a tool's input is nested too deep. */
type DraftedRequest = readonly RequestPiece[] | "failed";

/** The current request: see `draftRequest`. `undefined` until the first draft is ready. */
export function useRequest(messages: readonly ChatMessage[]): DraftedRequest | undefined {
  const host = useChatHost();
  // The host's answers depend on both, so the request is drafted again when one changes.
  const view = useWorkspaceInSlices((state) => state.view);
  const profileId = useWorkspaceInSlices((state) => state.profileId);
  return usePromised(
    () => draftRequest(host, messages).catch(() => "failed" as const),
    [host, messages, view, profileId],
  );
}
