import Papa from 'papaparse';

/**
 * Texts that a spreadsheet would calculate. Excel also reads the wide signs of Japanese keyboards so. Numbers and telephone numbers stay as they
 * are, since the corrected file is imported again.
 */
const FORMULA = /^(?:[=@\t\r\n＝＋－＠]|[+-](?![\d\s.,()/]*%?$))/;

/** A line of the failed rows as CSV: cells may come from JSON or a workbook, where they were plain text. */
export const reportLine = (cells: readonly string[]): string =>
  `${Papa.unparse([[...cells]], { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`;
