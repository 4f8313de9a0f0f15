import { connectOrigins } from "#lib/chat/model-settings.ts";

export interface PolicyOptions {
  /** Fresh for each request; the only inline scripts that run carry it. */
  readonly nonce: string;
  /** `next dev` evaluates code and listens for changes on a web socket. */
  readonly development: boolean;
  /** `SKILLGROUND_CONNECT`: more origins a page may send requests to, separated by commas. */
  readonly connect: string | undefined;
}

/** The Content-Security-Policy of a page: everything is forbidden but what the lab itself loads. */
export function pagePolicy({ nonce, development, connect }: PolicyOptions): string {
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, ...(development ? ["'unsafe-eval'"] : [])],
    // React and the editor write style attributes, which no nonce covers.
    "style-src": ["'self'", "'unsafe-inline'"],
    // No remote images: an image address is the classic way to carry text out of a conversation.
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...connectOrigins, ...parseConnect(connect), ...(development ? ["ws:"] : [])],
    "worker-src": ["'self'", "blob:"],
    "frame-src": ["'self'"],
    "manifest-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
}

/**
 * The origins in `SKILLGROUND_CONNECT`. Only whole ones: a wildcard or a path would say more, or less, than the operator reads
 * into it. @throws Error for anything else.
 */
export function parseConnect(list: string | undefined): string[] {
  const entries = (list ?? "").split(",").map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const url = URL.canParse(entry) ? new URL(entry) : undefined;
    if (url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href && !entry.includes("*"))
      return url.origin;
    throw new Error(`SKILLGROUND_CONNECT: ${JSON.stringify(entry)} is not an origin such as https://llm.example.org`);
  });
}
