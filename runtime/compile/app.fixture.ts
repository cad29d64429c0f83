import type { AppSources, CompileProblem } from '../ref.ts';
import { ensureLibraries } from '../scripts/libraries.ts';
import { compilePreview, type PreviewOutput } from './preview.ts';

/** An app of these files and a valid page, for tests. */
export function appOf(files: Readonly<Record<string, string>>): AppSources {
  return {
    appId: 'app',
    versionId: 'v1',
    name: 'Test',
    mainPage: null,
    files: { 'pages/Home': 'export default () => <b>home</b>;', ...files },
  };
}

export async function compile(files: Readonly<Record<string, string>>): Promise<PreviewOutput> {
  return compilePreview(appOf(files), await ensureLibraries(), { onFile: () => {}, isSent: () => false });
}

export async function problemsOf(files: Readonly<Record<string, string>>): Promise<readonly CompileProblem[]> {
  return (await compile(files)).problems;
}
