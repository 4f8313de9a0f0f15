import { connectOrigins } from "#lib/chat/model-choice.ts";
import type { EmbedOrigins } from "#lib/chat/model-settings.ts";
import { parseOrigins } from "./origins.ts";
import { packagesFolder } from "./packages.ts";

export interface PolicyOptions {
  /** Fresh for each request; the only inline scripts that run carry it. */
  readonly nonce: string;
  /** `next dev` evaluates code and listens for changes on a web socket. */
  readonly development: boolean;
  /** `SKILLGROUND_CONNECT`: more origins a page may send requests to, separated by commas. */
  readonly connect: string | undefined;
  /** `SKILLGROUND_PACKAGES`: where pages fetch packages for Python from. Embeds run nothing. */
  readonly packages?: string | undefined;
  /** Of a page that is made to stand within pages of other origins: `SKILLGROUND_EMBED`. Absent for every other page. */
  readonly embed?: { readonly within: string | undefined };
}

/**
 * The Content-Security-Policy of a page: everything is forbidden but what the lab itself loads. An embed may be framed; in turn it asks
 * this server only, as there are no keys in it, and frames nothing, itself included.
 */
export function pagePolicy({ nonce, development, connect, packages, embed }: PolicyOptions): string {
  const { origin: packagesAt } = packagesFolder(packages) ?? {};
  const elsewhere = embed ? [] : [...connectOrigins, ...parseConnect(connect), ...(packagesAt ? [packagesAt] : [])];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", `'nonce-${nonce}'`, ...(development ? ["'unsafe-eval'"] : [])],
    // React and the editor write style attributes, which no nonce covers.
    "style-src": ["'self'", "'unsafe-inline'"],
    // No remote images: an image address is the classic way to carry text out of a conversation.
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...elsewhere, ...(development ? ["ws:"] : [])],
    "worker-src": ["'self'", "blob:"],
    "frame-src": [embed ? "'none'" : "'self'"],
    "manifest-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": [embed ? "'none'" : "'self'"],
    "frame-ancestors": embed ? parseWithin(embed.within) : ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
}

/** The origins in `SKILLGROUND_CONNECT`. @throws Error for anything else. */
export function parseConnect(list: string | undefined): string[] {
  return parseOrigins("SKILLGROUND_CONNECT", list ?? "");
}

/**
 * Whose pages may hold embeds, after `SKILLGROUND_EMBED`: everybody's where it is unset, nobody's with `off`, else those of the origins that
 * it lists. @throws Error for anything else.
 */
export function parseEmbed(list: string | undefined): EmbedOrigins {
  if (list === undefined || list.trim() === "") return "everybody";
  return list.trim() === "off" ? [] : parseOrigins("SKILLGROUND_EMBED", list);
}

/** This site itself always may: its share dialog shows how an embed looks. */
function parseWithin(list: string | undefined): string[] {
  const origins = parseEmbed(list);
  return origins === "everybody" ? ["*"] : ["'self'", ...origins];
}
