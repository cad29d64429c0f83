/** An action's content without the leading blank line and the code fence that models put around it. */
export function cleanContent(raw: string): string {
  const text = raw.replaceAll('\r\n', '\n').replace(/^[ \t]*\n/, '');
  const fenced = /^\s*(`{3,})[^\n`]*\n([\s\S]*)$/.exec(text);
  if (fenced === null) return text.trimEnd();
  const [, ticks = '', inner = ''] = fenced;
  const body = inner.trimEnd();
  return body.endsWith(ticks) ? body.slice(0, -ticks.length).trimEnd() : body;
}

export function countLines(text: string): number {
  return text === '' ? 0 : countLineEnds(text) + 1;
}

export function countLineEnds(text: string): number {
  let count = 0;
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) count += 1;
  return count;
}
