import type { AppChange, Changed } from '../codemods/changes.ts';
import type { AppElement, ElementEdit, ElementEdited, ElementPlace } from '../elements/element.ts';
import type { ProjectAddress } from '../project/address.ts';
import type { AppSources, CompileProblem, FunctionBundle, FunctionDeclaration, Inspection, Outline, ServerFunction } from '../ref.ts';
import type { RenderModules } from '../render/wire.ts';
import type { BringBack, BringBackFiles, VersionReview } from '../review/outcome.ts';
import type { PreviewOutput } from './preview.ts';
import type { PublishOutput } from './publish.ts';

/** Messages between the server and a compiler process. */
export interface CompilerTasks {
  preview: { readonly input: { readonly sources: AppSources; readonly content: ContentWanted }; readonly output: PreviewOutput };
  change: { readonly input: { readonly sources: AppSources; readonly changes: readonly AppChange[] }; readonly output: Changed };
  inspect: {
    readonly input: { readonly sources: AppSources; readonly functions: readonly ServerFunction[] };
    readonly output: Inspection;
  };
  /** Null when the app does not compile. */
  render: { readonly input: { readonly sources: AppSources }; readonly output: RenderModules | null };
  publish: { readonly input: { readonly sources: AppSources }; readonly output: PublishOutput };
  review: {
    readonly input: { readonly sources: AppSources; readonly before: Files; readonly request: string };
    readonly output: VersionReview;
  };
  bringBack: { readonly input: { readonly sources: AppSources; readonly thing: VanishedIn }; readonly output: BringBack };
  element: { readonly input: { readonly sources: AppSources; readonly place: ElementPlace }; readonly output: AppElement | null };
  editElement: {
    readonly input: { readonly sources: AppSources; readonly place: ElementPlace; readonly edit: ElementEdit };
    readonly output: ElementEdited;
  };
  project: { readonly input: { readonly sources: AppSources; readonly address: ProjectAddress }; readonly output: ProjectOutput };
  serverFunction: {
    readonly input: { readonly sources: AppSources; readonly functionName: string; readonly filesAt: string };
    readonly output: FunctionBundle;
  };
  declarations: { readonly input: { readonly sources: AppSources }; readonly output: Readonly<Record<string, FunctionDeclaration>> };
  outlines: { readonly input: { readonly sources: AppSources }; readonly output: Readonly<Record<string, Outline>> };
  specifiers: { readonly input: { readonly sources: AppSources }; readonly output: Readonly<Record<string, readonly string[]>> };
  eject: { readonly input: { readonly sources: AppSources; readonly block: string }; readonly output: AppSources['files'] };
}
/** A zip, or what keeps the app from compiling. */
export type ProjectOutput =
  | { readonly ok: true; readonly zip: Uint8Array }
  | { readonly ok: false; readonly problems: readonly CompileProblem[] };
type Files = AppSources['files'];
/** A vanished thing; the sources are those of now. */
export interface VanishedIn extends Pick<BringBackFiles, 'before' | 'after'> {
  readonly id: string;
}
/** Which modules include their code: those not sent before, all, or none (then no modules at all). */
export type ContentWanted = 'new' | 'all' | 'none';
export type TaskName = keyof CompilerTasks;

/** An app's sources as a difference from the state that the compiler process received before. */
export interface SourcesChange extends Omit<AppSources, 'files'> {
  /** The state that this is a difference from; null when the process has no state of the app. */
  readonly base: number | null;
  /** The number of the resulting state. */
  readonly state: number;
  readonly files: AppSources['files'];
  readonly removed: readonly string[];
}

export interface Request {
  readonly id: number;
  readonly name: TaskName;
  readonly sources: SourcesChange;
  /** For `preview`. */
  readonly content: ContentWanted;
  /** For `eject`. */
  readonly block: string;
  /** For `change`. */
  readonly changes: readonly AppChange[];
  /** For `review`: the files before, and what was asked for. */
  readonly before: Files;
  readonly request: string;
  /** For `bringBack`. */
  readonly thing: VanishedIn | null;
  /** For `element` and `editElement`. */
  readonly place: ElementPlace | null;
  readonly edit: ElementEdit | null;
  /** For `serverFunction`. */
  readonly functionName: string;
  /** For `serverFunction`: the origin and the path below which the files of the app are. */
  readonly filesAt: string;
  /** For `project`. */
  readonly address: ProjectAddress | null;
  /** For `inspect`. */
  readonly functions: readonly ServerFunction[];
}
export type Answer =
  | ({ readonly id: number; readonly ok: true; readonly output: unknown } & Footprint)
  | ({ readonly id: number; readonly ok: false; readonly message: string } & Footprint)
  /** The base was evicted: the request has to be repeated with all files. */
  | { readonly id: number; readonly ok: 'forgotten' };

interface Footprint {
  /** Resident memory of the process after the run. */
  readonly residentBytes: number;
}
