import { type Catalogue, textsByFolder } from './catalogue.ts';

const files = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['./common/en.ts', '../app/en.ts', '../features/*/en.ts', '../features/*/*/en.ts', '../ui/*/en.ts'],
  {
    eager: true,
    import: 'texts',
  },
);

/** The server's sentences are English. */
export const catalogue: Catalogue = { texts: textsByFolder(files), server: {} };
