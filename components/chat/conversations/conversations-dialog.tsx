import { Download, FileUp, MessageSquarePlus, Pencil, Search, Trash2 } from "lucide-react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { caretAtEnd } from "#components/ui/focus.ts";
import { MenuDialog } from "#components/ui/menu-dialog.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { SaveButton } from "#components/workspace/save-button.tsx";
import { Changes } from "#components/workspace/saving.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { type ConversationHead, longestName } from "#lib/chat/conversations/conversation.ts";
import type { Failure } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import { plural } from "#lib/format-count.ts";
import { conversationLabel, listed, useFoundInside } from "./conversation-list.ts";
import styles from "./conversations.module.css";

/** All conversations of the workspace: open, search, rename, save as a file, delete, start or import one. */
export function ConversationsDialog({ onClose }: { onClose: () => void }) {
  const all = useWorkspace((state) => state.conversations);
  const current = useWorkspace((state) => state.conversationId);
  const [query, setQuery] = useState("");
  const search = useRef<HTMLInputElement>(null);
  const inside = useFoundInside(query);
  const shown = listed(all, query, inside.found);
  return (
    <MenuDialog title="Conversations" onClose={onClose} footer={<Beginnings onClose={onClose} />}>
      <div className={styles.list}>
        <TextField
          ref={search}
          label="Search conversations"
          labelHidden
          type="search"
          placeholder="Search names and messages"
          icon={<Search size={14} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Removed />
        <p className="unseen" aria-live="polite">
          {query.trim() !== "" && !inside.isSearching && `${plural(shown.length, "conversation")} found`}
        </p>
        <Changes>
          <ul role="list" className={styles.rows} aria-label="Conversations">
            {shown.map(({ head, excerpt }) => (
              <Row
                key={head.id}
                head={head}
                excerpt={excerpt}
                isCurrent={head.id === current}
                onClose={onClose}
                searchBox={search}
              />
            ))}
          </ul>
        </Changes>
        {shown.length === 0 && !inside.isSearching && (
          <p className={styles.none}>
            {all.length === 0 ? "No conversations yet. Send a message to start one." : "No conversation matches."}
          </p>
        )}
        {inside.isSearching && <p className={styles.none}>Searching messages…</p>}
      </div>
    </MenuDialog>
  );
}

interface RowProps {
  readonly head: ConversationHead;
  readonly excerpt?: string | undefined;
  readonly isCurrent: boolean;
  readonly onClose: () => void;
  /** Takes the focus when the row that had it is removed. */
  readonly searchBox: RefObject<HTMLInputElement | null>;
}

function Row({ head, excerpt, isCurrent, onClose, searchBox }: RowProps) {
  const { openConversation, removeConversation } = useActions();
  const [open, setOpen] = useState<"name" | "files">();
  const name = conversationLabel(head);
  if (open === "name") return <NameForm head={head} onClose={() => setOpen(undefined)} />;
  async function choose() {
    await openConversation(head.id);
    onClose();
  }
  async function remove() {
    await removeConversation(head.id);
    searchBox.current?.focus();
  }
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      <button type="button" className={styles.open} aria-current={isCurrent || undefined} onClick={choose}>
        <VisibleName as="span" className={styles.name} text={name} />
        {excerpt && <VisibleName as="span" className={styles.excerpt} text={excerpt} />}
        <span className={styles.facts}>
          {usedAtText(head.usedAt)} · {plural(head.count, "message")}
        </span>
      </button>
      <span className={styles.tools}>
        <IconButton label={`Rename ${name}`} size="small" onClick={() => setOpen("name")}>
          <Pencil size={14} aria-hidden />
        </IconButton>
        <IconButton
          label={`Save ${name} as a file`}
          size="small"
          aria-expanded={open === "files"}
          onClick={() => setOpen(open === "files" ? undefined : "files")}
        >
          <Download size={14} aria-hidden />
        </IconButton>
        <IconButton label={`Delete ${name}`} size="small" onClick={remove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </span>
      {open === "files" && <Files id={head.id} />}
    </li>
  );
}

/** Saves a conversation as a file in either format. */
function Files({ id }: { id: string }) {
  const { exportConversation } = useActions();
  const markdown = useDownload(() => exportConversation(id, "markdown"));
  const json = useDownload(() => exportConversation(id, "json"));
  return (
    <span className={styles.files}>
      <SaveButton size="small" download={markdown}>
        Markdown, to read
      </SaveButton>
      <SaveButton size="small" download={json}>
        JSON, to continue elsewhere
      </SaveButton>
    </span>
  );
}

function NameForm({ head, onClose }: { head: ConversationHead; onClose: () => void }) {
  const { renameConversation } = useActions();
  const [name, setName] = useState(head.name);
  function submit(event: FormEvent) {
    event.preventDefault();
    void renameConversation(head.id, name);
    onClose();
  }
  return (
    <li className={styles.row}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Name"
          labelHidden
          autoFocus
          ref={caretAtEnd}
          maxLength={longestName}
          placeholder="Named after its first request"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            // Keeps Escape from closing the whole dialog.
            event.preventDefault();
            event.stopPropagation();
            onClose();
          }}
        />
        <Button type="submit" size="small" variant="primary">
          Rename
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </form>
    </li>
  );
}

/** The conversation that was deleted last, with a button to restore it. */
function Removed() {
  const removed = useWorkspace((state) => state.removedConversation);
  const { undoRemoval } = useActions();
  return (
    <div role="status">
      {removed && (
        <p className={styles.removed}>
          <span>
            Deleted <VisibleName text={conversationLabel(removed)} />.
          </span>
          <Button size="small" onClick={() => void undoRemoval()}>
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}

/** Buttons to start or import a conversation. */
function Beginnings({ onClose }: { onClose: () => void }) {
  const { newConversation, importConversation } = useActions();
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<Failure>();
  const [isReading, setReading] = useState(false);
  const isReadOnly = useWorkspace((state) => state.storage.kind === "elsewhere");
  async function add(file: File) {
    setReading(true);
    const refused = await importConversation(file);
    setReading(false);
    setFailure(refused);
    if (!refused) onClose();
  }
  useEffect(() => () => setReading(false), []);
  return (
    <>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failureText(failure)}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        tabIndex={-1}
        aria-label="Conversation file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) void add(file);
        }}
      />
      <Button disabled={isReadOnly || isReading} onClick={() => input.current?.click()}>
        <FileUp size={14} aria-hidden /> {isReading ? "Reading…" : "Add from a file"}
      </Button>
      <Button
        variant="primary"
        disabled={isReadOnly}
        onClick={() => {
          void newConversation();
          onClose();
        }}
      >
        <MessageSquarePlus size={14} aria-hidden /> New conversation
      </Button>
    </>
  );
}

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const minute = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

function usedAtText(time: number): string {
  const date = new Date(time);
  return date.toDateString() === new Date().toDateString() ? `Today, ${minute.format(date)}` : day.format(date);
}
