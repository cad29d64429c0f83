/** An error in the app, as the builder sees it. */
export interface Problem {
  readonly title: string;
  readonly details: string;
  readonly componentName: string;
  readonly scope: 'component' | 'page' | 'app' | 'api';
  readonly file: string | null;
  readonly line: number | null;
}

export interface Problems {
  readonly list: readonly Problem[];
  /** Keys of the problems that the builder dismissed. */
  readonly suppressed: ReadonlySet<string>;
}

export type ProblemStep =
  | { readonly type: 'found'; readonly problems: readonly Problem[] }
  | { readonly type: 'suppress'; readonly problem: Problem }
  /** The app changed or restarted: remaining problems are reported again. */
  | { readonly type: 'clear' };

export const noProblems: Problems = { list: [], suppressed: new Set() };

/** Identity of a problem: its title and component. */
export const problemKey = ({ title, componentName }: Problem): string => `${title}\n${componentName}`;

/** Further problems change nothing, so that an app that fails in a loop cannot keep the builder rendering. The first tell the cause. */
const limit = 50;

export function stepProblems(state: Problems, step: ProblemStep): Problems {
  switch (step.type) {
    case 'clear':
      return state.list.length === 0 ? state : { ...state, list: [] };
    case 'suppress': {
      const key = problemKey(step.problem);
      return { list: state.list.filter((each) => problemKey(each) !== key), suppressed: new Set([...state.suppressed, key]) };
    }
    case 'found': {
      if (state.list.length >= limit) return state;
      const known = new Set(state.list.map(problemKey));
      const fresh = step.problems.filter((problem) => {
        const key = problemKey(problem);
        if (known.has(key) || state.suppressed.has(key)) return false;
        known.add(key);
        return true;
      });
      return fresh.length === 0 ? state : { ...state, list: [...state.list, ...fresh].slice(0, limit) };
    }
  }
}

interface CompileProblem {
  readonly path: string;
  readonly line: number | null;
  readonly message: string;
  readonly severity: string;
}

/** Errors of the compiler, worded as the frame reports them, so that duplicates collapse. */
export function compileProblems(found: readonly CompileProblem[]): Problem[] {
  return found
    .filter((problem) => problem.severity === 'error')
    .map(({ path, line, message }) => ({
      title: `App compilation failed: ${message}`,
      details: place(path, line),
      componentName: path.split('/').at(-1) ?? '',
      scope: path.startsWith('pages/') ? 'page' : path.startsWith('components/') ? 'component' : 'app',
      file: path,
      line,
    }));
}

/** `pages/Home:12` */
export const place = (file: string, line: number | null): string => (line === null ? file : `${file}:${line}`);
