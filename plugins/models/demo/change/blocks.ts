interface Hunk {
  /** Lines `start` to `end` (not included) of the old text become `lines`. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * Search and replace blocks that turn `before` into `after`, each search text exactly once in `text` at its turn; null when `text`
 * lacks the places, or when a whole new file says it shorter.
 */
export function writeBlocks(before: string, after: string, text: string): string | null {
  const old = before.split('\n');
  const found: string[] = [];
  let current = text.split('\n');
  for (const hunk of hunksOf(old, after.split('\n'))) {
    const block = placed(old, hunk, current);
    if (block === null) return null;
    found.push(`<<<<<<< SEARCH\n${block.search.join('\n')}\n=======\n${block.replace.map((line) => `${line}\n`).join('')}>>>>>>> REPLACE`);
    current = [...current.slice(0, block.at), ...block.replace, ...current.slice(block.at + block.search.length)];
  }
  const edit = found.join('\n');
  return found.length > 0 && edit.length < after.length * 0.9 ? edit : null;
}

/** The hunk with as much around it as makes it unique in `current`. */
function placed(old: readonly string[], hunk: Hunk, current: readonly string[]) {
  for (let around = 1; around <= 8; around++) {
    const from = Math.max(0, hunk.start - around);
    const to = Math.min(old.length, hunk.end + around);
    const search = old.slice(from, to);
    if (search.every((line) => line.trim() === '')) continue;
    const places = placesOf(current, search);
    if (places.length === 0) return null;
    const at = places[0];
    if (places.length === 1 && at !== undefined) {
      return { at, search, replace: [...old.slice(from, hunk.start), ...hunk.lines, ...old.slice(hunk.end, to)] };
    }
  }
  return null;
}

function placesOf(lines: readonly string[], search: readonly string[]): number[] {
  const places: number[] = [];
  for (let at = 0; at + search.length <= lines.length; at++) if (search.every((line, index) => lines[at + index] === line)) places.push(at);
  return places;
}

/** Differences by line, those close to each other as one. */
function hunksOf(old: readonly string[], next: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  const same = commonLines(old, next);
  let [a, b] = [0, 0];
  for (const [i, j] of [...same, [old.length, next.length] as const]) {
    if (i > a || j > b) {
      const last = hunks.at(-1);
      if (last && a - last.end <= 2)
        hunks[hunks.length - 1] = { start: last.start, end: i, lines: [...last.lines, ...old.slice(last.end, a), ...next.slice(b, j)] };
      else hunks.push({ start: a, end: i, lines: next.slice(b, j) });
    }
    [a, b] = [i + 1, j + 1];
  }
  return hunks;
}

/** Longest common subsequence, as pairs of line numbers. */
function commonLines(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) pairs.push([i++, j++] as const);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** Share of a text's lines that another has too. */
export function likeness(a: string, b: string): number {
  const lines = a.split('\n').filter((line) => line.trim() !== '');
  const others = new Set(b.split('\n'));
  return lines.length === 0 ? 0 : lines.filter((line) => others.has(line)).length / lines.length;
}
