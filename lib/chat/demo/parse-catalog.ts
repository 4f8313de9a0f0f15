import { elements } from "./elements.ts";

/** A skill as a catalog offers it. */
export interface Offer {
  readonly name: string;
  readonly description: string;
  /** Path of its SKILL.md. */
  readonly location: string;
}

/**
 * The skills offered in a harness's text: Keen's bullets (`- name: description → /path/SKILL.md`, with or
 * without `read` before the path; a description may run over lines) and the standard's `<available_skills>`.
 */
export function parseCatalog(text: string): Offer[] {
  return [...bulletOffers(text), ...xmlOffers(text)];
}

function bulletOffers(text: string): Offer[] {
  return text.split(/^(?=- )/m).flatMap((bullet) => {
    const arrow = /^(.*) → (?:read )?(\S.*)$/m.exec(bullet);
    const location = arrow?.[2]?.trim();
    if (!arrow || !location) return [];
    const upToArrow = bullet.slice(0, arrow.index) + arrow[1];
    const named = /^- ([^\n]+?): ?([\s\S]*)$/.exec(upToArrow);
    return named ? [{ name: named[1] ?? "", description: (named[2] ?? "").trim(), location }] : [];
  });
}

function xmlOffers(text: string): Offer[] {
  return elements(text, "skill").flatMap((body) => {
    const name = element(body, "name");
    const location = element(body, "location");
    return name && location ? [{ name, description: element(body, "description") ?? "", location }] : [];
  });
}

function element(body: string, tag: string): string | undefined {
  const [inner] = elements(body, tag);
  return inner === undefined ? undefined : withoutEntities(inner.trim());
}

function withoutEntities(text: string): string {
  const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };
  return text.replace(/&(lt|gt|quot|#x27|amp);/g, (entity, name: string) => characters[name] ?? entity);
}
