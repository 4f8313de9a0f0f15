import type { Failure } from "#lib/failure.ts";
import { capitalized } from "#lib/format-count.ts";

/** A failure in a person's words. Each part but the title is one or two whole sentences. */
export interface FailureText {
  /** A few words, for a heading. */
  readonly title: string;
  /** What happened. */
  readonly what: string;
  /** What it left untouched. */
  readonly safe: string;
  /** What can be done. */
  readonly next: string;
}

/** A row for every code of these failures: a code without words does not compile. */
export type Texts<F extends Failure> = {
  readonly [C in F["code"]]: (failure: Extract<F, { code: C }>) => FailureText;
};

export const workspaceSafe = "Your workspace is unchanged.";

/** Long, many-lined or invisible text from outside, made fit for a sentence. */
export function quote(text: string, longest = 120): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return `“${line.length > longest ? `${line.slice(0, longest - 1)}…` : line}”`;
}

/** The end of a sentence: with what the other side has said itself, where it has. */
export function saying(said: string | undefined): string {
  if (!said) return ".";
  const quoted = quote(said, 300);
  return `. It says: ${quoted}${/[.!?…]”$/.test(quoted) ? "" : "."}`;
}

/** Words of a library or a host, to stand before our full stop. */
export function clause(text: string): string {
  return text
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, 300)
    .replace(/[.\s]+$/, "");
}

/** Who is told of where a sentence begins: words with a capital ("this server"), a host's name as it is. */
export function atStart(name: string): string {
  return name.includes(" ") ? capitalized(name) : name;
}

/** Origins, where https goes without saying. */
export function allOf(origins: readonly string[]): string {
  return new Intl.ListFormat("en").format(origins.map((origin) => origin.replace(/^https:\/\//, "")));
}
