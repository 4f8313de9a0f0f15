/** The only platform API that pure code may use: it is the same in browsers, workers and Node. */
declare class TextDecoder {
  constructor(label?: string, options?: { ignoreBOM?: boolean; fatal?: boolean });
  decode(input?: Uint8Array): string;
}
declare class TextEncoder {
  encode(input?: string): Uint8Array;
}
