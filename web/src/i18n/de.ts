import { type Catalogue, textsByFolder } from './catalogue.ts';
import { server } from './server/de.ts';

const files = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['./common/de.ts', '../app/de.ts', '../features/*/de.ts', '../features/*/*/de.ts', '../ui/*/de.ts'],
  {
    eager: true,
    import: 'texts',
  },
);

export const catalogue: Catalogue = { texts: textsByFolder(files), server };
