import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import { currentTheme, onThemeChange } from "#components/ui/site/theme.ts";
import { Segments } from "#components/ui/toggles.tsx";
import styles from "./diagram.module.css";
import { type DiagramRefusal, otherLayoutNote, refusalOfText, refusalText } from "./diagram-messages.ts";
import { diagramNotes } from "./diagram-notes.ts";
import { type DrawingOutcome, drawInFrame } from "./draw-in-frame.ts";
import { oneAtATime } from "./one-at-a-time.ts";

/** Built from `diagram-page.ts`, and served with a policy of its own. */
const pageAddress = "/diagram/page.html";

const notes = diagramNotes(() => localStorage);
addEventListener("pagehide", notes.leave);

/** Frames share a thread: drawn at once, each would spend the time limit of the others. */
const inTurn = oneAtATime();

const views = [
  { value: "diagram", label: "Diagram" },
  { value: "text", label: "Text" },
] as const;
type View = (typeof views)[number]["value"];

interface DiagramProps {
  readonly text: string;
  /** The source text: shown until the diagram is drawn, if it cannot be, and on a click. */
  readonly written: ReactNode;
}

/**
 * A Mermaid diagram, drawn once it is near the viewport. The text may be from anyone: whatever it makes Mermaid do happens in a frame that
 * shares nothing with the lab, and the frame is removed when it is out of sight again.
 */
export function Diagram({ text, written }: DiagramProps) {
  const block = useRef<HTMLDivElement>(null);
  const isNear = useNear(block);
  const [isAsked, setAsked] = useState(notes.drawsByItself);
  const [view, setView] = useState<View>("diagram");
  const [outcome, setOutcome] = useState<DrawingOutcome | undefined>(() => refusalOfText(text));
  const isDark = useIsDark();
  const height = outcome?.kind === "drawn" ? outcome.height : undefined;
  const refusal = outcome?.kind === "drawn" ? undefined : outcome;
  const isShown = height !== undefined && view === "diagram";
  const isFramed = isAsked && !refusal && isNear && (isShown || height === undefined);
  const draw = () => {
    setOutcome(undefined);
    setAsked(true);
  };
  return (
    <div ref={block} className={styles.diagram}>
      <div className={styles.head}>
        {height !== undefined && <Segments label="Show as" options={views} value={view} onChange={setView} />}
        {outcome?.kind === "drawn" && outcome.isOtherLayout && <p>{otherLayoutNote}</p>}
        {refusal && <Refused refusal={refusal} onRetry={draw} />}
        {!outcome &&
          (isAsked ? (
            <span role="status">Drawing…</span>
          ) : (
            <Button size="small" onClick={draw}>
              Draw
            </Button>
          ))}
      </div>
      {!isShown && written}
      {(isFramed || isShown) && (
        <div className={isShown ? styles.drawn : styles.drawing} style={{ height }}>
          {isFramed && (
            <Frame key={String(isDark)} text={text} isDark={isDark} isShown={isShown} onOutcome={setOutcome} />
          )}
        </div>
      )}
    </div>
  );
}

function Refused({ refusal, onRetry }: { readonly refusal: DiagramRefusal; readonly onRetry: () => void }) {
  const isWorthIt = refusal.kind === "late" || refusal.kind === "unfetched";
  return (
    <p>
      {refusalText(refusal)}{" "}
      {isWorthIt && (
        <Button variant="link" onClick={onRetry}>
          Try again
        </Button>
      )}
    </p>
  );
}

interface FrameProps {
  readonly text: string;
  readonly isDark: boolean;
  readonly isShown: boolean;
  readonly onOutcome: (outcome: DrawingOutcome) => void;
}

/** Draws once: another text or theme needs another frame. */
function Frame({ text, isDark, isShown, onOutcome }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    let forget: (() => void) | undefined;
    const leave = inTurn(() => {
      if (!frame.current) return;
      frame.current.src = pageAddress;
      const ended = notes.begin();
      const end = drawInFrame({ frame: frame.current, page: window }, { text, isDark }, (outcome) => {
        ended();
        leave();
        onOutcome(outcome);
      });
      forget = () => {
        end();
        ended();
      };
    });
    return () => {
      forget?.();
      leave();
    };
  }, [text, isDark, onOutcome]);
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      sandbox="allow-scripts"
      title="Diagram, as text under Text"
      aria-hidden={!isShown}
      tabIndex={isShown ? undefined : -1}
    />
  );
}

/** Whether the element is in sight, or near the viewport. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    // `scrollMargin` extends the margin to scroll containers, in browsers that know it; in others only what is in sight counts.
    const margins = { rootMargin: "800px 0px", scrollMargin: "800px 0px" };
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), margins);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}

const darkSystem = "(prefers-color-scheme: dark)";

function useIsDark(): boolean {
  return useSyncExternalStore(onSchemeChange, isDarkNow, () => false);
}

function isDarkNow(): boolean {
  const theme = currentTheme();
  return theme === "system" ? matchMedia(darkSystem).matches : theme === "dark";
}

function onSchemeChange(listener: () => void): () => void {
  const system = matchMedia(darkSystem);
  system.addEventListener("change", listener);
  const stop = onThemeChange(listener);
  return () => {
    system.removeEventListener("change", listener);
    stop();
  };
}
