import type { Failure } from "#lib/failure.ts";
import { badgeWords } from "#lib/report/words.ts";
import type { MadeBrief } from "./brief.ts";

/** Widths of characters in 11 px Verdana, in tenths of a pixel; characters not listed count as the widest. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'!|]/, 38],
  [/[ftr()[\]/ -]/, 44],
  [/[·]/, 42],
  [/[mwMW]/, 107],
  [/[a-z]/, 67],
  [/[0-9]/, 70],
  [/[A-Z]/, 78],
];

function widthOf(text: string): number {
  const tenths = Array.from(text, (sign) => widths.find(([pattern]) => pattern.test(sign))?.[1] ?? 100);
  return Math.ceil(tenths.reduce((sum, one) => sum + one, 0) / 10);
}

/** The text of a badge about a source. It contains no text from the repository. */
export function badgeText(made: MadeBrief | undefined): { readonly text: string; readonly isGood: boolean } {
  if (!made) return { text: "reading…", isGood: false };
  if (made.kind === "failed") return { text: failureWords(made.failure), isGood: false };
  const { brief } = made;
  return brief.skills === 0 ? { text: "none", isGood: false } : { text: badgeWords(brief), isGood: true };
}

/** Why there is nothing to show, in few words. */
export function failureWords(failure: Failure): string {
  if (failure.code === "report-refused") return refusalWords[failure.why];
  switch (failure.code) {
    case "repository-missing":
      return "private or missing";
    case "repository-empty":
      return "empty";
    case "ref-missing":
    case "path-missing":
      return "not in the repository";
    case "too-large":
    case "too-many-files":
    case "too-deep":
    case "too-many-refs":
      return "too large here: open it in the lab";
    case "rate-limited":
      return "busy: try again later";
    case "not-git":
      return "no repository";
    case "name-refused":
      return "holds a name that is not safe";
    case "pack-damaged":
      return "damaged";
    case "format-unknown":
      return "a newer kind of git";
    case "host-refused":
    case "host-unknown":
      return "host not reachable from here";
    default:
      return "not readable now";
  }
}

const refusalWords = {
  large: "too large here: open it in the lab",
  memory: "too large here: open it in the lab",
  slow: "host too slow: try again later",
  busy: "busy: try again later",
  crowded: "busy: try again later",
  fault: "a fault of this server",
} as const;

const label = "skills";

/** A badge as SVG, with texts that may contain anything. */
export function badgeSvg({ text, isGood }: { readonly text: string; readonly isGood: boolean }): string {
  const left = widthOf(label) + 12;
  const right = widthOf(text) + 12;
  const title = escapeXml(`${label}: ${text}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><path fill="#2b2d31" d="M0 0h${left}v20H0z"/><path fill="${isGood ? "#0b6b53" : "#65696f"}" d="M${left} 0h${right}v20H${left}z"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${left / 2}" y="14">${escapeXml(label)}</text>
<text x="${left + right / 2}" y="14">${escapeXml(text)}</text>
</g>
</svg>
`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The text escaped for XML text or attributes, without characters that XML does not allow. */
export function escapeXml(text: string): string {
  return text.replace(/[^\x20-\uffff]|[\ufffe\uffff]/g, "").replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
