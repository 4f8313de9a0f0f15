import { formatCount } from "#lib/format-count.ts";

/** What is drawn of a diagram: its time grows with the square of some texts, and nothing that people read comes near. */
export const diagramLimits = {
  /** Characters. */
  length: 20_000,
  /** Lines between its parts. */
  edges: 300,
  /** Pixels of the frame. What is taller is scrolled in it. */
  height: 720,
  /** Milliseconds until the frame's script is there. */
  arrival: 20_000,
  /** Milliseconds for drawing, with the script for this kind of diagram, which comes late. */
  drawing: 10_000,
} as const;

/** What the frame is told, once. */
export interface DiagramRequest {
  readonly text: string;
  readonly isDark: boolean;
}

/** Why a diagram stays the text that it is. */
export type DiagramRefusal =
  | { readonly kind: "long" | "many" | "late" | "unfetched" }
  /** `line`: counted from 1, where it can be told. */
  | { readonly kind: "syntax"; readonly line?: number };

/** What the script in place of ELK's layout says in the frame (`lib/tasks/diagram-page.ts`): a text has asked for that. */
export const otherLayoutEvent = "skillground:otherlayout";

/** What stands beside such a diagram. */
export const otherLayoutNote = "It asks for the ELK layout, which is not included here, and is drawn in the usual one.";

/** All that the frame may say: `drawn` again whenever its height in pixels changes. */
export type FrameReply =
  | { readonly kind: "ready" }
  /** `isOtherLayout`: the text asks for a layout that is not part of the page, and got the usual one. */
  | { readonly kind: "drawn"; readonly height: number; readonly isOtherLayout?: true }
  | Extract<DiagramRefusal, { kind: "syntax" }>
  | { readonly kind: "many" };

/** Why `text` is not even handed to the frame. */
export function refusalOfText(text: string): DiagramRefusal | undefined {
  return text.length > diagramLimits.length ? { kind: "long" } : undefined;
}

/** What a frame said, by its shape and within limits; `undefined` for anything else. */
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

/** What happened and what is shown instead, in words for a person. */
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
