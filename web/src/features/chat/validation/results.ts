import type { Issue, ValidationResult } from './validate.ts';

/** An issue as the dialog shows it. */
export interface ShownIssue extends Issue {
  readonly key: string;
  /** Whether a repair with one possible answer removes it. */
  readonly isRepaired: boolean;
}

export interface IssuesOfFile {
  /** Empty for the whole app. */
  readonly file: string;
  readonly issues: readonly ShownIssue[];
}

/** All issues by file, in the order of the first one of each: files with errors come first. */
export function issuesByFile({ initialIssues, unresolvedIssues }: ValidationResult): readonly IssuesOfFile[] {
  const left = new Set(unresolvedIssues.map(keyOf));
  const known = new Set(initialIssues.map(keyOf));
  const all = [...initialIssues, ...unresolvedIssues.filter((issue) => !known.has(keyOf(issue)))];
  const shown = all.map((issue, index) => ({ ...issue, key: `${index} ${keyOf(issue)}`, isRepaired: !left.has(keyOf(issue)) }));
  return [...Map.groupBy(shown, ({ componentName }) => componentName)].map(([file, issues]) => ({ file, issues }));
}

/** How many issues each detector found, in the order of the detectors. */
export function countsByDetector({
  detectors,
  initialIssues,
}: ValidationResult): readonly { readonly id: string; readonly count: number }[] {
  return detectors.map((id) => ({ id, count: initialIssues.filter(({ detectorId }) => detectorId === id).length }));
}

/** Without the line, which a repair of the same file moves. */
function keyOf({ detectorId, componentName, message }: Issue): string {
  return JSON.stringify([detectorId, componentName, message]);
}
