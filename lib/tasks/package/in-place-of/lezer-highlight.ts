/** Replaces what names the colours of Markdown for lezer's parser: the package reads Markdown and shows none. */
export class Tag {}

const tag: unknown = new Proxy(() => tag, { get: () => tag });

export { tag as tags };

/** No node is given a colour. */
export function styleTags(): () => undefined {
  return () => undefined;
}
