/** The labels of encodings that the engine lacks, by <https://encoding.spec.whatwg.org/#names-and-labels>. */
const WESTERN = /^(?:ascii|us-ascii|latin1|l1|iso-?8859-?1|windows-1252|cp1252|x-cp1252)$/;
const UTF_16 = /^(?:utf-16|utf-16le|ucs-2|unicode)$/;
/** The characters of windows-1252 from 0x80 to 0x9F; the others are those of Unicode. */
const SPECIAL = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const CHUNK = 8192;

type Decode = (bytes: Uint8Array) => string;

/** `TextDecoder` of the engine, which knows UTF-8 alone, with the encodings that libraries of files use. */
export function withEncodings(Engine: typeof TextDecoder): typeof TextDecoder {
  return class extends Engine {
    readonly #name: string | null;
    readonly #decode: Decode | null;

    constructor(label = 'utf-8', options?: TextDecoderOptions) {
      const known = label.trim().toLowerCase();
      const isWestern = WESTERN.test(known);
      const isOther = isWestern || UTF_16.test(known);
      super(isOther ? 'utf-8' : label, options);
      this.#name = isOther ? (isWestern ? 'windows-1252' : 'utf-16le') : null;
      this.#decode = isOther ? (isWestern ? western : utf16) : null;
    }

    override get encoding(): string {
      return this.#name ?? super.encoding;
    }

    override decode(input?: AllowSharedBufferSource, options?: TextDecodeOptions): string {
      if (this.#decode === null) return super.decode(input, options);
      if (input === undefined) return '';
      return this.#decode(
        ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input),
      );
    }
  };
}

function western(bytes: Uint8Array): string {
  return textOf(Uint16Array.from(bytes, (byte) => (byte >= 0x80 && byte < 0xa0 ? SPECIAL.charCodeAt(byte - 0x80) : byte)));
}

function utf16(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = bytes.length >= 2 && view.getUint16(0, true) === 0xfeff ? 1 : 0;
  const units = new Uint16Array(Math.max(0, Math.floor(bytes.length / 2) - start));
  for (let at = 0; at < units.length; at += 1) units[at] = view.getUint16((at + start) * 2, true);
  // Halves of characters, and of units, are no characters; the end of an unfinished character is one error.
  const text = textOf(units);
  const isCut = bytes.length % 2 === 1 && !/[\uD800-\uDBFF]$/.test(text);
  return text.replace(/[\uD800-\uDFFF]/gu, '\ufffd') + (isCut ? '\ufffd' : '');
}

function textOf(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += CHUNK) text += String.fromCharCode(...units.subarray(at, at + CHUNK));
  return text;
}
