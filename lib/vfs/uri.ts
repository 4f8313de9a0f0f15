/** A text without percent-escapes; `undefined` where one of them is malformed. */
export function uriDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (caught) {
    if (caught instanceof URIError) return undefined;
    throw caught;
  }
}
