import type { FieldFacts } from "#lib/harness/describe/describe-field.ts";

/** A field's meaning, its limits, who reads it and where that is documented, as a DOM element: the editor does not use React. */
export function fieldNote({ key, about, limits, uses, documents }: FieldFacts): HTMLElement {
  const note = element("div", "cm-field-note");
  note.append(element("strong", "", key), element("p", "", about));
  if (limits.length > 0) note.append(listOf(limits));
  const readers = [
    uses.read.length > 0 && `Read by ${uses.read.join(", ")}.`,
    uses.known.length > 0 && `Known to ${uses.known.join(", ")}, without effect here.`,
    uses.ignored.length > 0 && `Not read by ${uses.ignored.join(", ")}.`,
  ].filter((text) => text !== false);
  note.append(element("p", "cm-field-uses", readers.join(" ")));
  const sources = element("p", "cm-field-sources");
  for (const { title, address } of documents) {
    if (sources.childNodes.length > 0) sources.append(" · ");
    sources.append(address === undefined ? title : linkTo(address, title));
  }
  note.append(sources);
  return note;
}

function listOf(texts: readonly string[]): HTMLElement {
  const list = element("ul", "");
  list.append(...texts.map((text) => element("li", "", text)));
  return list;
}

function linkTo(address: string, title: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = address;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.textContent = title;
  return link;
}

function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
