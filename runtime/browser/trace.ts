/** A place in the app's own files. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
type Segment = readonly [column: number, line: number, sourceColumn: number];
interface ModuleMap {
  readonly file: string;
  readonly lines: readonly (readonly Segment[])[];
}

const maps = new Map<string, Promise<ModuleMap | null>>();
const FRAME = /^(?:\s*at\s+(?:(.*?)\s+\()?|(.*?)@)(https?:\/\/\S+?\/m\/(?:\d+\/)?[\w-]+\.js(?:\?again=\d+)?):(\d+):(\d+)\)?$/;

/** Maps a stack to the app's own files, and returns its first place; omits frames of libraries. */
export async function traceStack(stack: string): Promise<{ readonly text: string; readonly place: Place | null }> {
  const frames = await Promise.all(stack.split('\n').map(traceFrame));
  const found = frames.filter((frame) => frame !== null);
  const text = found.map(
    ({ name, place }) => `    at ${name ? `${name} (` : ''}${place.file}:${place.line}:${place.column}${name ? ')' : ''}`,
  );
  return { text: text.join('\n'), place: found[0]?.place ?? null };
}

async function traceFrame(frame: string): Promise<{ readonly name: string; readonly place: Place } | null> {
  const match = FRAME.exec(frame);
  if (match === null) return null;
  const [, name, otherName, url = '', line, column] = match;
  let map = maps.get(url);
  if (map === undefined) {
    map = fetchMap(url);
    maps.set(url, map);
  }
  const place = locate(await map, Number(line), Number(column));
  return place === null ? null : { name: name ?? otherName ?? '', place };
}

async function fetchMap(url: string): Promise<ModuleMap | null> {
  try {
    const code = await (await fetch(url)).text();
    const encoded = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(code)?.[1];
    if (encoded === undefined) return null;
    const { sources, mappings } = JSON.parse(atob(encoded)) as { sources: string[]; mappings: string };
    return { file: sources[0] ?? '', lines: decodeMappings(mappings) };
  } catch {
    // Without the source map, the error is reported without a place.
    return null;
  }
}

function locate(map: ModuleMap | null, line: number, column: number): Place | null {
  const segments = map?.lines[line - 1] ?? [];
  const segment = segments.findLast(([start]) => start <= column - 1) ?? segments[0];
  if (map === null || segment === undefined) return null;
  return { file: map.file, line: segment[1] + 1, column: segment[2] + 1 };
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The `mappings` of a source map of one source (ECMA-426): per generated line, the original positions of its segments. */
function decodeMappings(mappings: string): Segment[][] {
  let sourceLine = 0;
  let sourceColumn = 0;
  return mappings.split(';').map((line) => {
    let column = 0;
    return line.split(',').flatMap((text) => {
      const numbers = decodeNumbers(text);
      column += numbers[0] ?? 0;
      if (numbers.length < 4) return [];
      sourceLine += numbers[2] ?? 0;
      sourceColumn += numbers[3] ?? 0;
      return [[column, sourceLine, sourceColumn] as const];
    });
  });
}

function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
