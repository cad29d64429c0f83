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
  /** Dismissed problems that were reported since the last change of the app. */
  readonly hidden: readonly Problem[];
  /** Keys of the problems that the builder dismissed. */
  readonly suppressed: ReadonlySet<string>;
}

export type ProblemStep =
  | { readonly type: 'found'; readonly problems: readonly Problem[] }
  | { readonly type: 'suppress'; readonly problem: Problem }
  /** Lists dismissed problems again. */
  | { readonly type: 'restore' }
  /** The app changed or restarted: remaining problems are reported again. */
  | { readonly type: 'clear' };

export const noProblems: Problems = { list: [], hidden: [], suppressed: new Set() };

/** Identity of a problem: its title and component. */
export const problemKey = ({ title, componentName }: Problem): string => `${title}\n${componentName}`;

/** Further problems change nothing, so that an app that fails in a loop cannot keep the builder rendering. The first tell the cause. */
const limit = 50;

export function stepProblems(state: Problems, step: ProblemStep): Problems {
  switch (step.type) {
    case 'clear':
      return state.list.length + state.hidden.length === 0 ? state : { ...state, list: [], hidden: [] };
    case 'suppress': {
      const key = problemKey(step.problem);
      const list = state.list.filter((each) => problemKey(each) !== key);
      return { list, hidden: [...state.hidden, step.problem], suppressed: new Set([...state.suppressed, key]) };
    }
    case 'restore':
      return state.suppressed.size === 0
        ? state
        : { list: [...state.list, ...state.hidden].slice(0, limit), hidden: [], suppressed: new Set() };
    case 'found': {
      const known = new Set([...state.list, ...state.hidden].map(problemKey));
      const fresh = step.problems.filter((problem) => {
        const key = problemKey(problem);
        if (known.has(key)) return false;
        known.add(key);
        return true;
      });
      const isHidden = (problem: Problem) => state.suppressed.has(problemKey(problem));
      const list = fresh.filter((problem) => !isHidden(problem)).slice(0, limit - state.list.length);
      const hidden = fresh.filter(isHidden);
      if (list.length + hidden.length === 0) return state;
      return { ...state, list: [...state.list, ...list], hidden: [...state.hidden, ...hidden] };
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
