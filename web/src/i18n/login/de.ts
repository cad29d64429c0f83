import { type Catalogue, textsByFolder } from '../catalogue.ts';

const files = import.meta.glob<Readonly<Record<string, unknown>>>(['../common/de.ts', '../../features/auth/de.ts'], {
  eager: true,
  import: 'texts',
});

export const catalogue: Catalogue = { texts: textsByFolder(files), server: {} };
