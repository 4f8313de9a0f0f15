import {
  type DiagramRefusal,
  type DiagramRequest,
  diagramLimits,
  type FrameReply,
  readReply,
} from "./diagram-messages.ts";

export type DrawingOutcome = Exclude<FrameReply, { kind: "ready" }> | DiagramRefusal;

/** The parts of a frame and of the page around it that are used here. */
interface Sides {
  readonly frame: { readonly contentWindow: Pick<Window, "postMessage"> | null };
  readonly page: Pick<Window, "addEventListener" | "removeEventListener">;
}

/**
 * Has a sandboxed frame draw one diagram as soon as the script in it says that it is ready. Nobody but that frame is listened to, and
 * of it only what `readReply` knows.
 * @param tell called with each height, and at most once, last, with a refusal: then the frame is of no more use
 * @returns ends the conversation, and with it the time limits
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
    // A sandboxed frame has no origin that could be named.
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
