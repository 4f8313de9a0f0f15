import { escapedBytes } from "./escaped-text.ts";
import type { Stream, Written } from "./program.ts";

/** `most`: pieces of output sent as they come. `every`: milliseconds after which one more may be sent; output collects meanwhile. */
const pieces = { most: 100, every: 50 } as const;
const mostCharacters = 8192;
/** Most characters of a message: the page reads each in one task, and answers between them. */
const mostOfMessage = 262_144;

/** A run's output on its way to the page. */
export interface RunOutput {
  write(stream: Stream, written: Written): void;
  /** Sends what was collected. */
  flush(): void;
}

/** Sends output as it comes, or collected: a script that prints single characters would otherwise send as many messages. */
export function createOutput(send: (stream: Stream, text: string) => void): RunOutput {
  const decoders = { out: new TextDecoder(), err: new TextDecoder() };
  let pending: { readonly stream: Stream; text: string } | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  let allowed: number = pieces.most;
  let last = performance.now();

  function flush(): void {
    clearTimeout(later);
    later = undefined;
    if (!pending) return;
    const { stream, text } = pending;
    for (let at = 0; at < text.length; at += mostOfMessage) send(stream, text.slice(at, at + mostOfMessage));
    pending = undefined;
    allowed--;
  }

  function mayFlush(): boolean {
    const now = performance.now();
    allowed = Math.min(pieces.most, allowed + (now - last) / pieces.every);
    last = now;
    return allowed >= 1;
  }

  return {
    flush,
    write(stream: Stream, written: Written): void {
      const isText = typeof written === "string" && written.isWellFormed();
      const bytes = typeof written === "string" ? escapedBytes(written) : written;
      const text = isText ? written : decoders[stream].decode(bytes, { stream: true });
      if (pending && pending.stream !== stream) flush();
      pending ??= { stream, text: "" };
      pending.text += text;
      if (pending.text.length > mostCharacters || mayFlush()) flush();
      else later ??= setTimeout(flush, pieces.every);
    },
  };
}
