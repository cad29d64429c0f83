/** The labels of encodings that the engine lacks, by <https://encoding.spec.whatwg.org/#names-and-labels>. */
const WESTERN =
  /^(?:ansi_x3\.4-1968|ascii|us-ascii|latin1|l1|iso-?8859-?1|iso_8859-1(?::1987)?|iso-ir-100|csisolatin1|ibm819|cp819|windows-1252|cp1252|x-cp1252)$/;
const UTF_16 = /^(?:utf-16|utf-16le|ucs-2|unicode|unicodefeff|csunicode|iso-10646-ucs-2)$/;
const UTF_16_BIG = /^(?:utf-16be|unicodefffe)$/;
/** The characters of windows-1252 from 0x80 to 0x9F; the others are those of Unicode. */
const SPECIAL = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const CHUNK = 8192;
const REPLACEMENT = 0xfffd;
const MARK = 0xfeff;

/** Decodes the parts of one stream. */
interface Decoder {
  readonly encoding: string;
  /** `isLast`: no part follows, so what is unfinished is an error, and the next part begins another stream. */
  decode(bytes: Uint8Array, isLast: boolean): string;
}
interface Strictness {
  /** Whether an error is thrown instead of replaced. */
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
}

/** `TextDecoder` of the engine, which knows UTF-8 alone, with the encodings that libraries of files use. */
export function withEncodings(Engine: typeof TextDecoder): typeof TextDecoder {
  return class extends Engine {
    readonly #decoder: Decoder | null;
    readonly #strictness: Strictness;

    constructor(label = 'utf-8', options: TextDecoderOptions = {}) {
      const { fatal = false, ignoreBOM = false } = options ?? {};
      const strictness = { fatal: Boolean(fatal), ignoreBOM: Boolean(ignoreBOM) };
      const decoder = decoderOf(String(label), strictness);
      super(decoder === null ? label : 'utf-8', options);
      this.#decoder = decoder;
      this.#strictness = strictness;
    }

    override get encoding(): string {
      return this.#decoder?.encoding ?? super.encoding;
    }
    override get fatal(): boolean {
      return this.#strictness.fatal;
    }
    override get ignoreBOM(): boolean {
      return this.#strictness.ignoreBOM;
    }

    override decode(input?: AllowSharedBufferSource, options?: TextDecodeOptions): string {
      if (this.#decoder === null) return super.decode(input, options);
      return this.#decoder.decode(bytesOf(input), options?.stream !== true);
    }
  };
}

function decoderOf(label: string, strictness: Strictness): Decoder | null {
  const known = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  if (WESTERN.test(known)) return new Western();
  if (UTF_16.test(known)) return new Utf16(strictness, false);
  return UTF_16_BIG.test(known) ? new Utf16(strictness, true) : null;
}

function bytesOf(input: AllowSharedBufferSource | undefined): Uint8Array {
  if (input === undefined) return new Uint8Array();
  return ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input);
}

/** Each byte is a character, so no part ends within one, and none is an error. */
class Western implements Decoder {
  readonly encoding = 'windows-1252';
  decode(bytes: Uint8Array): string {
    return textOf(Uint16Array.from(bytes, (byte) => (byte >= 0x80 && byte < 0xa0 ? SPECIAL.charCodeAt(byte - 0x80) : byte)));
  }
}

/** By <https://encoding.spec.whatwg.org/#shared-utf-16-decoder>. */
class Utf16 implements Decoder {
  readonly encoding: string;
  readonly #isBig: boolean;
  readonly #strictness: Strictness;
  /** The first byte of a unit, and the first unit of a character, that the last part ended with. */
  #byte: number | null = null;
  #lead: number | null = null;
  #isStart = true;

  constructor(strictness: Strictness, isBig: boolean) {
    this.encoding = isBig ? 'utf-16be' : 'utf-16le';
    this.#strictness = strictness;
    this.#isBig = isBig;
  }

  decode(bytes: Uint8Array, isLast: boolean): string {
    // Each unit adds at most an error besides itself.
    const units = new Uint16Array(bytes.length + 4);
    let count = 0;
    const add = (unit: number) => {
      units[count] = unit;
      count += 1;
    };
    try {
      for (const byte of bytes) {
        const first = this.#byte;
        this.#byte = first === null ? byte : null;
        if (first !== null) this.#unit(this.#isBig ? (first << 8) | byte : (byte << 8) | first, add);
      }
      if (isLast && (this.#byte !== null || this.#lead !== null)) add(this.#fault());
      return textOf(this.#withoutMark(units.subarray(0, count)));
    } finally {
      if (isLast) this.#reset();
    }
  }

  #withoutMark(units: Uint16Array): Uint16Array {
    const isMarked = this.#isStart && units[0] === MARK && !this.#strictness.ignoreBOM;
    if (units.length > 0) this.#isStart = false;
    return isMarked ? units.subarray(1) : units;
  }

  #unit(unit: number, add: (unit: number) => void): void {
    const lead = this.#lead;
    this.#lead = null;
    const isTrail = unit >= 0xdc00 && unit < 0xe000;
    if (lead !== null && isTrail) {
      add(lead);
      add(unit);
      return;
    }
    if (lead !== null) add(this.#fault());
    if (unit >= 0xd800 && unit < 0xdc00) this.#lead = unit;
    else add(isTrail ? this.#fault() : unit);
  }

  #fault(): number {
    if (!this.#strictness.fatal) return REPLACEMENT;
    this.#reset();
    throw new TypeError(`The encoded data was not valid for encoding ${this.encoding}`);
  }

  #reset(): void {
    this.#byte = null;
    this.#lead = null;
    this.#isStart = true;
  }
}

function textOf(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += CHUNK) text += String.fromCharCode(...units.subarray(at, at + CHUNK));
  return text;
}
