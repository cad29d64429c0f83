import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { notify } from '../../../lib/notify.ts';
import type { Place } from '../useOpenedFiles.ts';

interface DefinitionsOptions {
  readonly textOf: (path: string) => string | undefined;
  readonly paths: readonly string[];
  readonly go: (place: Place) => void;
}

const MAX_STEPS = 50;

/** Follows names to their definitions, and back. */
export function useDefinitions({ textOf, paths, go }: DefinitionsOptions) {
  const t = useTranslations();
  const [steps, setSteps] = useState<readonly Place[]>([]);
  const follow = async (path: string, offset: number) => {
    const text = textOf(path) ?? '';
    const { definitionAt, positionOf } = await import('./definitions.ts');
    const files = new Map(paths.map((each) => [each, textOf(each) ?? '']));
    const found = definitionAt({ files, path, text, offset });
    if (found === null) {
      void notify({ message: t('files.noDefinition') });
      return;
    }
    setSteps((current) => [...current, { path, ...positionOf(text, offset) }].slice(-MAX_STEPS));
    go(found);
  };
  const last = steps.at(-1);
  const goBack = () => {
    if (last === undefined) return;
    setSteps((current) => current.slice(0, -1));
    go(last);
  };
  return { follow, back: last === undefined ? null : goBack };
}
