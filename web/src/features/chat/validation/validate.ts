import { fromServer } from '../../../i18n/language.ts';
import { answerOf, proxySentence } from '../../../lib/refusals.ts';

export interface Issue {
  readonly message: string;
  /** Path of the file; empty for the whole app. */
  readonly componentName: string;
  readonly detectorId: string;
  readonly severity: 'error' | 'warning';
  readonly line: number | null;
}

/** The validation result of a version, as far as the dialog shows it. */
export interface ValidationResult {
  readonly initialIssues: readonly Issue[];
  readonly unresolvedIssues: readonly Issue[];
  readonly detectors: readonly string[];
  readonly repairedFiles: readonly { readonly fileId: string; readonly issuesFixed: number }[];
  /** Milliseconds. */
  readonly timingBreakdown: { readonly applyingActionsMs: number; readonly validatingMs: number; readonly renderingMs: number };
  readonly rendering: { readonly status: 'done' | 'partial' | 'unavailable'; readonly pages: readonly string[] };
}

/** The version that a message made. */
export interface TestedVersion {
  readonly appId: string;
  readonly versionId: string;
  readonly messageId: string;
}

/** The version was not validated; `message` is the server's reason, empty without one. */
export class ValidationFailed extends Error {}

/** Validates a version and repairs a copy of it; the app does not change. Throws `ValidationFailed`. */
export async function validateVersion({ appId, versionId, messageId }: TestedVersion, signal: AbortSignal): Promise<ValidationResult> {
  const path = `/api/apps/${encodeURIComponent(appId)}/versions/${encodeURIComponent(versionId)}/validate-repair`;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ messageId }), signal }).catch(() => null);
  if (response === null) throw new ValidationFailed('');
  const answer = (await answerOf(response).catch(() => null)) as (ValidationResult & { readonly message?: string }) | null;
  if (answer === null) throw new ValidationFailed(proxySentence(response.status) ?? '');
  if (response.ok) return answer;
  throw new ValidationFailed(answer.message === undefined ? '' : fromServer(answer.message));
}
