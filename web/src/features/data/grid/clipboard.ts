/** Cells of pasted text, as spreadsheets write it: tabs, lines, and quotes around cells that contain either. */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const source = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === '\t') {
      row.push(cell);
      cell = '';
    } else if (character === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += character;
  }
  rows.push([...row, cell]);
  return rows;
}

const quoted = (text: string): string => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const toTsv = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.map(quoted).join('\t')).join('\n');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '<br>');

export const toHtml = (rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</table>`;

/** Cells of the first table of pasted HTML; null without one. */
export function cellsOfHtml(html: string): string[][] | null {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  if (table === null) return null;
  return [...table.rows].map((row) =>
    [...row.cells].map((cell) => {
      for (const line of cell.querySelectorAll('br')) line.replaceWith('\n');
      return (cell.textContent ?? '').trim();
    }),
  );
}
