import {
  type DiagramRefusal,
  type DiagramRequest,
  diagramLimits,
  type FrameReply,
  readReply,
} from "./diagram-messages.ts";

export type DrawingOutcome = Exclude<FrameReply, { kind: "ready" }> | DiagramRefusal;

/** The parts of a frame and of the page around it that are used. */
interface Sides {
  readonly frame: { readonly contentWindow: Pick<Window, "postMessage"> | null };
  readonly page: Pick<Window, "addEventListener" | "removeEventListener">;
}

/**
 * Has a sandboxed frame draw one diagram as soon as its script says that it is ready. Listens to that frame only, and accepts only what
 * `readReply` knows.
 * @param tell called with each height, and last, at most once, with a refusal: the frame is useless then
 * @returns a function that stops listening and cancels the time limits
 */
export function drawInFrame(
  { frame, page }: Sides,
  request: DiagramRequest,
  tell: (outcome: DrawingOutcome) => void,
): () => void {
  let isSent = false;
  let timer = setTimeout(() => refuse({ kind: "unfetched" }), diagramLimits.arrival);

  function send(): void {
    if (isSent) return;
    isSent = true;
    clearTimeout(timer);
    timer = setTimeout(() => refuse({ kind: "late" }), diagramLimits.drawing);
    // A sandboxed frame has no origin that could be named as the target.
    frame.contentWindow?.postMessage(request, "*");
  }

  function hear({ source, origin, data }: MessageEvent<unknown>): void {
    if (source === null || source !== frame.contentWindow || origin !== "null") return;
    const reply = readReply(data);
    if (reply?.kind === "ready") send();
    else if (reply?.kind === "drawn" && isSent) {
      clearTimeout(timer);
      tell(reply);
    } else if (reply && isSent) refuse(reply);
  }

  function refuse(refusal: DrawingOutcome): void {
    end();
    tell(refusal);
  }

  function end(): void {
    clearTimeout(timer);
    page.removeEventListener("message", hear);
  }

  page.addEventListener("message", hear);
  return end;
}
