import type { AppSources } from '../ref.ts';
import type { PreviewOutput } from './preview.ts';
import type { PublishOutput } from './publish.ts';

/** What a compiler process is asked, and answers. */
export interface CompilerTasks {
  preview: { readonly input: { readonly sources: AppSources; readonly content: ContentWanted }; readonly output: PreviewOutput };
  publish: { readonly input: { readonly sources: AppSources }; readonly output: PublishOutput };
}
/** Which modules come with their code: those not sent before, all, or none (and no modules at all). */
export type ContentWanted = 'new' | 'all' | 'none';
export type TaskName = keyof CompilerTasks;

export interface Request<Name extends TaskName = TaskName> {
  readonly id: number;
  readonly name: Name;
  readonly input: CompilerTasks[Name]['input'];
}
export type Answer =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };
