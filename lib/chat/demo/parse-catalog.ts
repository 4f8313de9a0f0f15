/** A skill as a catalog offers it, with as much as that catalog tells. */
export interface Offer {
  readonly name: string;
  readonly description: string;
  /** Path of its SKILL.md. */
  readonly location?: string;
  /** Its folder, which may count from the working folder. */
  readonly directory?: string;
  /** Its instructions, where the catalog brings them along. */
  readonly body?: string;
}

/** The skills offered in a harness's text, in whichever of the harnesses' forms it stands. */
export function parseCatalog(text: string): Offer[] {
  return [arrowOffers, xmlOffers, invokeOffers, headingOffers, inlineOffers].flatMap((parse) => parse(text));
}

/** Keen: `- name: description → /path/SKILL.md`, with or without `read` before the path; descriptions run over lines. */
function arrowOffers(text: string): Offer[] {
  return text.split(/^(?=- )/m).flatMap((bullet) => {
    const arrow = /^(.*) → (?:read )?(\S.*)$/m.exec(bullet);
    const location = arrow?.[2]?.trim();
    if (!arrow || !location) return [];
    const upToArrow = bullet.slice(0, arrow.index) + arrow[1];
    const named = /^- ([^\n]+?): ?([\s\S]*)$/.exec(upToArrow);
    return named ? [{ name: named[1] ?? "", description: (named[2] ?? "").trim(), location }] : [];
  });
}

/** The standard's `<available_skills>`. */
function xmlOffers(text: string): Offer[] {
  return elements(text, "skill").flatMap((body) => {
    const name = element(body, "name");
    const location = element(body, "location");
    return name && location ? [{ name, description: element(body, "description") ?? "", location }] : [];
  });
}

/** GenCode: `- namespace:name: description [2 scripts, 1 refs]` between its two sentences about the tool. */
function invokeOffers(text: string): Offer[] {
  const head = /^Use the \w+ tool to invoke these capabilities:\n\n/.exec(text.trimStart())?.[0];
  if (head === undefined) return [];
  const rows = text.trimStart().slice(head.length).split("\nInvoke with: ", 1)[0] ?? "";
  return rows.split(/^(?=- )/m).flatMap((row) => {
    const [, name, rest = ""] = /^- ([^\n]+?): ([\s\S]*)$/.exec(row) ?? [];
    const description = rest.trim().replace(/ \[[^[\]]*\]$/, "");
    return name ? [{ name, description }] : [];
  });
}

/** Kodelet: a heading for each skill, with its description and folder below. */
function headingOffers(text: string): Offer[] {
  return text.split(/^(?=### )/m).flatMap((entry) => {
    const found = /^### ([^\n]+)\n- \*\*Description\*\*: ([\s\S]*?)\n- \*\*Directory\*\*: `([^`\n]*)`/.exec(entry);
    if (!found) return [];
    const [, name = "", description = "", directory = ""] = found;
    return [{ name, description, directory }];
  });
}

/** ak-coder: a block for each skill, its instructions at the end. */
function inlineOffers(text: string): Offer[] {
  return text.split(/^(?=- Skill Name: )/m).flatMap((block) => {
    const found = /^- Skill Name: ([^\n]*)\n {2}Description: ([\s\S]*?)\n {2}Instructions:\n([\s\S]*)$/.exec(block);
    if (!found) return [];
    const [, name = "", description = "", body = ""] = found;
    return [{ name, description, body: body.trim() }];
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

/** What stands between each `<tag>` and the `</tag>` after it. Takes one pass, whatever the text. */
export function elements(text: string, tag: string): string[] {
  const open = `<${tag}>`;
  const close = `</${tag}>`;
  const found: string[] = [];
  let end = 0;
  for (;;) {
    const start = text.indexOf(open, end);
    if (start === -1) return found;
    end = text.indexOf(close, start);
    if (end === -1) return found;
    found.push(text.slice(start + open.length, end));
  }
}
