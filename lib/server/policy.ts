import { connectOrigins } from "#lib/chat/model-choice.ts";
import type { EmbedOrigins } from "#lib/chat/model-settings.ts";
import { parseOrigins } from "./origins.ts";
import { packagesFolder } from "./packages.ts";

export interface PolicyOptions {
  /** Fresh for each request; only inline scripts with this nonce run. */
  readonly nonce: string;
  /** `next dev` evaluates code and listens for changes on a web socket. */
  readonly development: boolean;
  /** `SKILLGROUND_CONNECT`: further origins to which a page may send requests, separated by commas. */
  readonly connect: string | undefined;
  /** `SKILLGROUND_PACKAGES`: where pages fetch Python packages. Embeds run nothing. */
  readonly packages?: string | undefined;
  /** Set for a page that is made to be embedded: `SKILLGROUND_EMBED`. Absent for every other page. */
  readonly embed?: { readonly within: string | undefined };
}

/**
 * The Content-Security-Policy of a page: everything is forbidden but what the lab itself loads. An embed may be framed.
 * It sends requests only to this server, as it has no keys, and frames nothing, not even itself.
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
 * The sites whose pages may hold embeds, by `SKILLGROUND_EMBED`: all where it is unset, none with `off`, else the
 * listed origins.
 * @throws Error for anything else.
 */
export function parseEmbed(list: string | undefined): EmbedOrigins {
  if (list === undefined || list.trim() === "") return "everybody";
  return list.trim() === "off" ? [] : parseOrigins("SKILLGROUND_EMBED", list);
}

/** This site itself is always allowed: its share dialog previews an embed. */
function parseWithin(list: string | undefined): string[] {
  const origins = parseEmbed(list);
  return origins === "everybody" ? ["*"] : ["'self'", ...origins];
}
