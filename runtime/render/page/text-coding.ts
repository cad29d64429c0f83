// What ECMAScript lacks of the encodings of browsers. Imported first: the packages of the document read these functions at once.

class TextEncoder {
  readonly encoding = 'utf-8';
  encode(text = ''): Uint8Array {
    const escaped = encodeURIComponent(String(text).toWellFormed());
    const bytes: number[] = [];
    for (let index = 0; index < escaped.length; index += 1) {
      const isEscape = escaped[index] === '%';
      bytes.push(isEscape ? Number.parseInt(escaped.slice(index + 1, index + 3), 16) : escaped.charCodeAt(index));
      if (isEscape) index += 2;
    }
    return Uint8Array.from(bytes);
  }
}

class TextDecoder {
  readonly encoding = 'utf-8';
  decode(bytes: ArrayBuffer | ArrayBufferView = new Uint8Array()): string {
    const view = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
    let escaped = '';
    for (const byte of view) escaped += `%${byte.toString(16).padStart(2, '0')}`;
    try {
      return decodeURIComponent(escaped);
    } catch {
      return String.fromCharCode(...view);
    }
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function btoa(text: string): string {
  let output = '';
  for (let index = 0; index < text.length; index += 3) {
    const [a = 0, b = 0, c = 0] = [...text.slice(index, index + 3)].map((character) => character.charCodeAt(0));
    const bits = (a << 16) | (b << 8) | c;
    const digits = [18, 12, 6, 0].map((shift) => DIGITS[(bits >> shift) & 63] ?? '').join('');
    output += digits.slice(0, Math.min(text.length - index, 3) + 1).padEnd(4, '=');
  }
  return output;
}

function atob(text: string): string {
  let output = '';
  let bits = 0;
  let count = 0;
  for (const character of text.replace(/[=\s]/g, '')) {
    bits = (bits << 6) | DIGITS.indexOf(character);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    output += String.fromCharCode((bits >> count) & 255);
  }
  return output;
}

for (const [name, value] of Object.entries({ TextEncoder, TextDecoder, atob, btoa }))
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

export {};
