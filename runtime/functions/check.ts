import { addProblem, addWarning, type Files, isServerFunction } from '../compile/sources.ts';
import { type Transformed, transform } from '../compile/transform.ts';
import { type CompileProblem, functionAt } from '../ref.ts';
import { type FunctionFiles, resolveFunctionImport } from './modules.ts';

/**
 * Reports what keeps server functions from running. Only syntax errors are errors: a function that cannot run fails when it is called, and the
 * pages of the app work.
 */
export function checkFunctions(given: FunctionFiles, onFile: (path: string) => void, problems: CompileProblem[]): void {
  for (const [path, text] of Object.entries(given.files)) {
    if (isServerFunction(path))
      checkFunction(
        path,
        transform(text, () => onFile(path)),
        { ...given, problems },
      );
  }
}

function checkFunction(
  path: string,
  { faults, requests, exports, placeOf }: Transformed,
  { problems, ...given }: FunctionFiles & { readonly problems: CompileProblem[] },
): void {
  const { files } = given;
  for (const { message, place } of faults) addProblem(problems, { path, message, place: () => place });
  if (faults.length > 0) return;
  for (const { specifier } of requests) {
    const target = resolveFunctionImport(specifier, path, given);
    if (target.kind === 'refused') addWarning(problems, { path, message: target.reason, place: () => placeOf(specifier) });
  }
  const isHandler = exports.includes('default') || files[path]?.includes('Deno.serve') === true;
  if (functionAt(path) !== null && !isHandler && !isHelper(path, files))
    addWarning(problems, { path, message: 'A function needs a default export that is a function.' });
}

/** Whether another function imports it. */
function isHelper(path: string, files: Files): boolean {
  const name = path.slice('functions/'.length);
  return Object.entries(files).some(
    ([other, text]) => isServerFunction(other) && (text.includes(`./${name}`) || text.includes(`/functions/${name}`)),
  );
}
