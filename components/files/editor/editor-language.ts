import { json } from "@codemirror/lang-json";
import { yaml, yamlFrontmatter } from "@codemirror/lang-yaml";
import { defineLanguageFacet, Language, LanguageSupport } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { GFM, parser } from "@lezer/markdown";
import { languageOf } from "#components/files/viewer/code-tokens.ts";

// Not by @codemirror/lang-markdown, which brings HTML, CSS and JavaScript along: twice the size of all the rest.
const data = defineLanguageFacet();
const markdown = new LanguageSupport(new Language(data, parser.configure(GFM), [], "markdown"));

/** How a file is coloured while it is edited: what skills and state files are written in; anything else stays plain. */
export function editorLanguage(path: string): Extension {
  const language = languageOf(path);
  if (language === "markdown") return yamlFrontmatter({ content: markdown });
  if (language === "yaml") return yaml();
  return language === "json" ? json() : [];
}
