import type { AppBundle, Files } from '@sayso/apps/ref';
import { type Actor, extensionPoint, serviceRef } from '@sayso/core';
import type { AppIssue, AppSources, PageRendering } from '@sayso/runtime/ref';

export type { AppIssue } from '@sayso/runtime/ref';

/** Finds one kind of mistake in an app. */
export interface Detector {
  /** Unique; in lower case with dashes. */
  readonly id: string;
  /** `error`: the assistant has to correct it before its change is applied. */
  readonly severity: AppIssue['severity'];
  /** Has 5 seconds, then `signal` aborts and its result is discarded. An error is logged and counts as no finding. */
  find(sources: AppSources, signal: AbortSignal): Promise<readonly Pick<AppIssue, 'message' | 'componentName' | 'line'>[]>;
}

/** A change of an app, before it becomes a version. */
export interface ProposedApp {
  readonly sources: AppSources;
  /** The files of the version that the change is based on: their issues are ignored, and unchanged files stay as they are. */
  readonly base: Files;
}

export interface Repaired {
  /** New issues before the repairs. */
  readonly initialIssues: readonly AppIssue[];
  /** New issues that are left. */
  readonly unresolvedIssues: readonly AppIssue[];
  /** Path → text, of repaired files only; empty when there is no error or no repair for it. */
  readonly files: Files;
  /** Path → number of repairs. */
  readonly fixes: Readonly<Record<string, number>>;
}

/** The validation result of the specification. */
export interface ValidationResult extends Pick<Repaired, 'initialIssues' | 'unresolvedIssues'> {
  /** Ids of all detectors that ran. */
  readonly detectors: readonly string[];
  readonly repairedFiles: readonly { readonly fileId: string; readonly issuesFixed: number }[];
  /** The version before the validated one. */
  readonly previousVersionId: string | null;
  /** The app after the repairs, with all files by path. */
  readonly appBundle: AppBundle & { readonly files: Files };
  /** Milliseconds; `renderingMs` is a part of `validatingMs`. */
  readonly timingBreakdown: { readonly validatingMs: number; readonly applyingActionsMs: number; readonly renderingMs: number };
  /** How far the pages were rendered; `unavailable` says nothing about the app. */
  readonly rendering: Pick<PageRendering, 'status' | 'pages'>;
}

export interface ReportedVersion {
  readonly appId: string;
  readonly versionId: string;
  /** The message that made it. Default: not compared. */
  readonly messageId?: string | null | undefined;
  /** A message whose actions are carried out on the copy before it is validated. Default: none, as the version holds those of its message. */
  readonly messageContent?: string | null | undefined;
}

/** Reads the actions in the messages of an assistant. */
export interface MessageActions {
  /** The files after the actions of a message; those that cannot be carried out change nothing. */
  apply(files: Files, content: string): Files;
}

export interface ValidatorApi {
  /** What the compiler and all detectors find in an app, errors first. */
  validate(sources: AppSources): Promise<readonly AppIssue[]>;
  /** Repairs new errors that have one possible repair. Stores nothing; the same input has the same result. */
  repair(proposed: ProposedApp): Promise<Repaired>;
  /** Validates and repairs a version on a copy; the app does not change. Throws `NotFound`, `MessageMismatch`. */
  report(actor: Actor, version: ReportedVersion): Promise<ValidationResult>;
}

export const validatorRef = serviceRef<ValidatorApi>('validator');

/** The plugin that knows the assistant's messages adds how to read them. */
export const messageActions = extensionPoint<MessageActions>(validatorRef, 'messageActions', { limit: 1 });

/** Further detectors, beside those of the runtime. */
export const detectors = extensionPoint<Detector>(validatorRef, 'detectors');
