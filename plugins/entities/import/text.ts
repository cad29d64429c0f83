import { open } from 'node:fs/promises';

const CHUNK = 1 << 17;
const SAMPLE = 4096;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The text of a file without its byte order mark, with line ends as `\n`. */
export async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(path));
  let isAfterReturn = false;
  for await (const bytes of chunksOf(path)) {
    let text = decoder.decode(bytes, { stream: true });
    if (isAfterReturn) text = `\r${text}`;
    isAfterReturn = text.endsWith('\r');
    if (isAfterReturn) text = text.slice(0, -1);
    yield unifiedLines(text);
  }
  yield unifiedLines(`${isAfterReturn ? '\r' : ''}${decoder.decode()}`);
}

function unifiedLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** By the byte order mark, by the zero bytes of UTF-16, else UTF-8 if the whole file is valid as such: Latin-1 text hardly ever is. */
export async function encodingOf(path: string): Promise<Encoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const bytes of chunksOf(path)) {
      const wide = isFirst ? wideEncoding(bytes.subarray(0, SAMPLE)) : null;
      if (wide !== null) return wide;
      isFirst = false;
      strict.decode(bytes, { stream: true });
    }
    strict.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

function wideEncoding(sample: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  const zeros = (from: number) => sample.filter((byte, at) => byte === 0 && at % 2 === from).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (Math.max(even, odd) * 4 < sample.length || even === odd) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path);
  const buffer = new Uint8Array(CHUNK);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
