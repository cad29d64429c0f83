// `import()` of the app and of the libraries: the process that renders loads the module between two calls.

interface Wanted {
  readonly specifier: string;
  resolve(module: unknown): void;
  reject(error: unknown): void;
}

let wanted: Wanted[] = [];

export const importLater = (specifier: string): Promise<unknown> =>
  new Promise((resolve, reject) => void wanted.push({ specifier, resolve, reject }));

/** The specifiers of the modules that are waited for. */
export const wantedImports = (): readonly string[] => wanted.map(({ specifier }) => specifier);

/** Answers the first of them; a failed module is an error. */
export function answerImport(module: unknown): void {
  const [first, ...others] = wanted;
  wanted = others;
  if (module instanceof Error) first?.reject(module);
  else first?.resolve(module);
}
