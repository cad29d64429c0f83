import { useTranslations } from 'use-intl';
import { DiffView } from '../../../ui/DiffView.tsx';

interface TextDiffProps {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Two texts of a file as one, with the unchanged parts collapsed. */
export default function TextDiff({ path, before, after }: TextDiffProps) {
  const t = useTranslations('files');
  const label = t('changesOf', { file: path });
  const labels = { before: label, after: label, unchanged: t('unchanged') };
  return <DiffView path={path} before={before} after={after} layout="unified" labels={labels} />;
}
