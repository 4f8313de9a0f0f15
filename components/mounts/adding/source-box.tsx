import { type KeyboardEvent, type RefObject, useActionState, useEffect, useId, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import type { Incoming } from "#lib/fetching/incoming.ts";
import { parseSource } from "#lib/git/source/parse-source.ts";
import styles from "./source-box.module.css";

interface SourceBoxProps {
  readonly onOpen: (incoming: Incoming) => void;
  /** Called with the box's text once the person stops typing. */
  readonly onGiven?: (incoming: Incoming) => void;
  /** The box's initial text. */
  readonly text?: string | undefined;
  /** Large on the first page, medium among other controls. */
  readonly size?: "large" | "medium";
  /** Sources to try, offered as buttons that fill and open the box. */
  readonly examples?: readonly string[];
}

interface Answer {
  readonly text: string;
  readonly failure?: Failure;
}

/**
 * The one box that accepts a source in any form: an address, `owner/repo`, an install command, or the text of a SKILL.md. A form action, so
 * that a click before the page is hydrated is not lost.
 */
export function SourceBox({ onOpen, onGiven, text = "", size = "medium", examples = [] }: SourceBoxProps) {
  const [answer, open] = useActionState(read, { text });
  const id = useId();
  const box = useEarlyEnter();
  const warm = useWarm();
  const debounced = useDebounced();

  function read(_: Answer, form: FormData): Answer {
    const text = String(form.get("example") ?? form.get("source") ?? "");
    const given = readGiven(text);
    if (given.kind === "failure") return { text, failure: given.failure };
    onOpen(given);
    return { text };
  }

  function prepare(text: string, isPasted: boolean) {
    const given = readGiven(text);
    if (given.kind === "failure") return;
    if (isPasted) void lookAhead(given);
    onGiven?.(given);
  }

  return (
    <form action={open} className={`${styles.form} ${styles[size]}`}>
      <label htmlFor={id} className="unseen">
        Repository, skill link or command
      </label>
      <div className={styles.box}>
        <textarea
          ref={box}
          id={id}
          name="source"
          rows={1}
          defaultValue={answer.text}
          placeholder="Paste a repository, skill link or command"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={answer.failure ? true : undefined}
          aria-describedby={`${id}-failure`}
          onFocus={warm}
          onInput={({ currentTarget: { value }, nativeEvent }) => {
            const isPasted = isPaste(nativeEvent);
            debounced(() => prepare(value, isPasted));
          }}
          onKeyDown={submitOnEnter}
        />
        <Button type="submit" variant="primary" size={size}>
          Open
        </Button>
      </div>
      <p id={`${id}-failure`} className={styles.failure} aria-live="polite">
        {answer.failure && failureSentence(answer.failure)}
      </p>
      {examples.length > 0 && <Examples examples={examples} />}
    </form>
  );
}

/** Submits what was entered in the box before the page was hydrated: Enter was a line break then. */
function useEarlyEnter(): RefObject<HTMLTextAreaElement | null> {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { value = "", defaultValue, form } = box.current ?? {};
    // Not a text that the box was given, such as one that could not be opened: it would be tried again and again.
    if (value !== defaultValue && /^[^\n]*\S[^\n]*\n$/.test(value)) form?.requestSubmit();
  }, []);
  return box;
}

function Examples({ examples }: { examples: readonly string[] }) {
  return (
    <p className={styles.examples}>
      <span>Try</span>
      {examples.map((example) => (
        <button key={example} type="submit" name="example" value={example}>
          <code>{example}</code>
        </button>
      ))}
    </p>
  );
}

function readGiven(text: string): Incoming | { readonly kind: "failure"; readonly failure: Failure } {
  const parsed = parseSource(text);
  if (parsed.kind === "failure") return parsed;
  const { source, note } = parsed;
  if (source.kind === "text") return { kind: "text", text };
  return { kind: "source", source, given: text, ...(note && { note }) };
}

/** What happened and what to do. It does not say that nothing was lost, as nothing was open. */
function failureSentence(failure: Failure): string {
  const { what, next } = failureParts(failure);
  return `${what} ${next}`;
}

/** Enter submits; Shift+Enter inserts a line break, which only the text of a SKILL.md needs. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Whether the text was pasted as a whole. While somebody types an address, it changes with every letter. */
function isPaste(event: Event): boolean {
  return event instanceof InputEvent && /^insertFrom(?:Paste|Drop)$/.test(event.inputType);
}

/** Requests the skills of a pasted repository while the person moves to the button. */
async function lookAhead(given: Incoming): Promise<void> {
  if (given.kind !== "source" || given.source.kind !== "git") return;
  const { prefetchClone } = await import("#lib/git/clone/clone.ts");
  prefetchClone(given.source, false);
}

/** Milliseconds without typing that count as a pause; short, because a pasted address is complete at once. */
const pause = 200;

/** Returns a debouncer: runs the last function passed to it after a pause. */
function useDebounced(): (then: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (then) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(then, pause);
  };
}

/** Loads the cloning code once, when the box gets the focus: a person who only reads the page does not fetch it. */
function useWarm(): () => void {
  const isWarm = useRef(false);
  return () => {
    if (isWarm.current) return;
    isWarm.current = true;
    // Opening asks for it again, and tells why it cannot be had.
    void import("#lib/git/clone/clone.ts").then(({ prepareClone }) => prepareClone()).catch(() => undefined);
  };
}
