import type { AppIssue } from '../ref.ts';
import type { RenderFinding } from './wire.ts';

export const RENDERING = 'page-rendering';
const MAX_ISSUES = 50;
const NAMED_PAGES = 3;

/** Functions of browsers that the document outside of a browser lacks: the app is right to use them. */
const UNSUPPORTED =
  /^ReferenceError: (?:HTML|SVG|CSS|DOM|RTC|IDB|XML|GPU|Web|Media|Speech|Audio|Performance|Offscreen|Broadcast|Image|Path2D|Worker|SharedWorker|EventSource|indexedDB|caches|webkit|Range|Selection|Node|Storage|Worklet|Touch|Pointer)\w* is not defined/;

type Kind = RenderFinding['kind'];

/** The findings as issues, errors of several pages at one place once. */
export function renderIssues(findings: readonly RenderFinding[]): AppIssue[] {
  const groups = Map.groupBy(
    withoutOtherEndings(findings).filter(({ message }) => !UNSUPPORTED.test(message)),
    ({ file, kind, message, line }) => JSON.stringify([file, kind, message, line]),
  );
  return [...groups.values()].slice(0, MAX_ISSUES).flatMap((same) => issueOf(same) ?? []);
}

const ENDINGS: readonly Kind[] = ['time', 'memory'];

/** A page that never ends meets the limit of time or that of memory, whichever comes first each time: it is said once. */
function withoutOtherEndings(findings: readonly RenderFinding[]): RenderFinding[] {
  const ends = new Map<string, Kind>();
  for (const { page, kind } of findings) if (ENDINGS.includes(kind) && !ends.has(page)) ends.set(page, kind);
  return findings.filter(({ page, kind }) => !ENDINGS.includes(kind) || ends.get(page) === kind);
}

function issueOf(same: readonly RenderFinding[]): AppIssue | null {
  const [first] = same;
  if (first === undefined) return null;
  const { kind, message, file, line } = first;
  const pages = [...new Set(same.map(({ page }) => page))];
  const rows = new Set(same.map((finding) => finding.rows));
  const when = rows.size === 2 ? '' : rows.has('empty') ? ' when its tables are empty' : ' when its tables have rows';
  const text = { pages: listed(pages), when, message };
  const severity = WARNINGS.includes(kind) ? 'warning' : 'error';
  return { message: sentence(kind, text), componentName: file, detectorId: RENDERING, severity, line };
}

function sentence(
  kind: Kind,
  { pages, when, message }: { readonly pages: string; readonly when: string; readonly message: string },
): string {
  switch (kind) {
    case 'render':
      return `${pages} fails${when}: ${message}`;
    case 'rejection':
      return `${pages} leaves an error without handling${when}: ${message}`;
    case 'loop':
      return `${pages} renders without end${when}: an effect or a render sets state each time.`;
    case 'time':
      return `${pages} does not finish rendering${when}.`;
    case 'memory':
      return `${pages} takes too much memory${when}.`;
    case 'nothing':
      return `${pages} shows nothing${when}.`;
  }
}

/** A page may have its reasons to show nothing, and still work after an error that it does not handle. */
const WARNINGS: readonly Kind[] = ['nothing', 'rejection'];

function listed(pages: readonly string[]): string {
  const shown = pages.slice(0, NAMED_PAGES).map((page) => `"${page}"`);
  const more = pages.length - shown.length;
  return `The page ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
