import { AwkError } from "./awk-syntax.ts";
import { type AwkToken, awkTokens } from "./awk-tokens.ts";

/** Reads the tokens of a program one by one. */
export class AwkTokenReader {
  protected at = 0;
  protected readonly tokens: readonly AwkToken[];

  /** @throws AwkError for a text that has no tokens of awk */
  constructor(source: string) {
    this.tokens = awkTokens(source);
  }

  protected get token(): AwkToken {
    return this.tokens[this.at] as AwkToken;
  }

  protected is(text: string): boolean {
    const { kind } = this.token;
    return (kind === "sign" || kind === "keyword") && this.token.text === text;
  }

  protected takes(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  protected expect(text: string): void {
    if (!this.takes(text)) this.fail();
  }

  protected fail(): never {
    const { kind, text, line } = this.token;
    const what = kind === "eof" ? "the end" : kind === "end" ? "the end of the line" : text;
    throw new AwkError(`syntax error at source line ${line}: unexpected ${what}`);
  }

  protected skipLines(): void {
    while (this.token.kind === "end") this.at++;
  }

  protected skipEnds(): void {
    while (this.token.kind === "end" || this.is(";")) this.at++;
  }
}
