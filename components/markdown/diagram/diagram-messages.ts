import { formatCount } from "#lib/format-count.ts";

/** Limits for a diagram: its layout time grows with the square of some texts, and no diagram made for people comes near. */
export const diagramLimits = {
  /** Characters of the diagram's source. */
  length: 20_000,
  /** Edges of the diagram. */
  edges: 300,
  /** Most pixels of the frame's height. A taller diagram scrolls. */
  height: 720,
  /** Milliseconds until the frame's script has loaded. */
  arrival: 20_000,
  /** Milliseconds to draw, including loading the script for this kind of diagram. */
  drawing: 10_000,
} as const;

/** The only message to the frame, sent once. */
export interface DiagramRequest {
  readonly text: string;
  readonly isDark: boolean;
}

/** Why a diagram is shown as its source. */
export type DiagramRefusal =
  | { readonly kind: "long" | "many" | "late" | "unfetched" }
  /** `line`: 1-based; absent where it is unknown. */
  | { readonly kind: "syntax"; readonly line?: number };

/** The event that the stub in place of ELK's layout fires in the frame (`lib/tasks/diagram-page.ts`), when a text has asked for ELK. */
export const otherLayoutEvent = "skillground:otherlayout";

/** The note beside a diagram that asked for ELK. */
export const otherLayoutNote = "It asks for the ELK layout, which is not included here, and is drawn in the usual one.";

/** All messages that the frame may send: `drawn` again whenever its height in pixels changes. */
export type FrameReply =
  | { readonly kind: "ready" }
  /** `isOtherLayout`: the text asked for a layout that is not included, and got the usual one. */
  | { readonly kind: "drawn"; readonly height: number; readonly isOtherLayout?: true }
  | Extract<DiagramRefusal, { kind: "syntax" }>
  | { readonly kind: "many" };

/** Why `text` is refused before it reaches the frame; `undefined` if it is not. */
export function refusalOfText(text: string): DiagramRefusal | undefined {
  return text.length > diagramLimits.length ? { kind: "long" } : undefined;
}

/** Validates a message from a frame by shape and limits; `undefined` for anything else. */
export function readReply(data: unknown): FrameReply | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { kind, height, line, isOtherLayout } = data as Readonly<Record<string, unknown>>;
  if (kind === "ready" || kind === "many") return { kind };
  if (kind === "syntax") return isCount(line) && line <= diagramLimits.length ? { kind, line } : { kind };
  if (kind === "drawn" && isCount(height)) {
    return { kind, height: Math.min(height, diagramLimits.height), ...(isOtherLayout === true && { isOtherLayout }) };
  }
  return undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** What happened and what is shown instead, for a person. */
export function refusalText(refusal: DiagramRefusal): string {
  return `${reasonOf(refusal)} It is shown as text.`;
}

function reasonOf(refusal: DiagramRefusal): string {
  if (refusal.kind !== "syntax") return reasons[refusal.kind];
  if (refusal.line === undefined) return "Mermaid does not understand this diagram.";
  return `Mermaid does not understand this diagram: see its line ${formatCount(refusal.line)}.`;
}

const reasons = {
  long: `This diagram is longer than the ${formatCount(diagramLimits.length)} characters that can be drawn.`,
  many: `This diagram has more than the ${diagramLimits.edges} lines between its parts that are drawn.`,
  late: `Drawing this diagram was stopped: it took more than ${diagramLimits.drawing / 1000} seconds.`,
  unfetched: "The part that draws diagrams did not load.",
} as const;
