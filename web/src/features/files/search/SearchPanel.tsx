import { ActionIcon, Button, Modal, Text, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { CaseSensitive, Regex, WholeWord, X } from 'lucide-react';
import { type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode } from '../../../lib/loadCode.ts';
import type { FileChange } from '../cacheVersion.ts';
import { kindOf } from '../tree/tree.ts';
import type { Place } from '../useOpenedFiles.ts';
import classes from './SearchPanel.module.css';
import { compileQuery, type Match, replaceInFiles, type SearchQuery, searchFiles } from './search.ts';

const TextDiff = lazyCode(() => import('../drafts/TextDiff.tsx'));

interface SearchPanelProps {
  readonly files: ReadonlyMap<string, string>;
  readonly onOpen: (place: Place) => void;
  readonly onClose: () => void;
  /** Saves the changes as one version; null while nothing may be changed. */
  readonly onReplace: ((changes: readonly FileChange[]) => Promise<boolean>) | null;
}

const empty: SearchQuery = { text: '', isCaseSensitive: false, isWholeWord: false, isPattern: false };
const nothing = { matches: [], isCut: false };

/** Searches all files, and replaces after a look at the changes. */
export default function SearchPanel({ files, onOpen, onClose, onReplace }: SearchPanelProps) {
  const t = useTranslations();
  const [query, setQuery] = useState(empty);
  const [replacement, setReplacement] = useState('');
  const [changes, setChanges] = useState<readonly FileChange[] | null>(null);
  const wanted = useDeferredValue(query);
  const pattern = useMemo(() => (wanted.text === '' ? undefined : compileQuery(wanted)), [wanted]);
  const { matches, isCut } = useMemo(() => (pattern ? searchFiles(files, pattern) : nothing), [pattern, files]);
  const preview = () => {
    if (!pattern) return;
    const code = new Map([...files].filter(([path]) => kindOf(path) !== 'entity'));
    setChanges(replaceInFiles(code, pattern, { replacement, isPattern: wanted.isPattern }));
  };
  const replace = async () => {
    if (changes !== null && (await onReplace?.(changes))) setChanges(null);
  };
  const set = (change: Partial<SearchQuery>) => setQuery((current) => ({ ...current, ...change }));
  return (
    <section className={classes.root} aria-label={t('files.search.title')}>
      <div className={classes.head}>
        <span>{t('files.search.title')}</span>
        <ActionIcon size={28} aria-label={t('files.search.close')} onClick={onClose}>
          <X size={14} />
        </ActionIcon>
      </div>
      <div className={classes.form}>
        <TextInput
          size="xs"
          aria-label={t('files.search.what')}
          placeholder={t('files.search.what')}
          value={query.text}
          autoFocus
          spellCheck={false}
          error={pattern === null ? t('files.search.invalid') : null}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        <div className={classes.options}>
          <Option
            label={t('common.editor.matchCase')}
            isOn={query.isCaseSensitive}
            onToggle={(isCaseSensitive) => set({ isCaseSensitive })}
          >
            <CaseSensitive size={16} />
          </Option>
          <Option label={t('common.editor.byWord')} isOn={query.isWholeWord} onToggle={(isWholeWord) => set({ isWholeWord })}>
            <WholeWord size={16} />
          </Option>
          <Option label={t('common.editor.pattern')} isOn={query.isPattern} onToggle={(isPattern) => set({ isPattern })}>
            <Regex size={16} />
          </Option>
        </div>
        {onReplace === null ? null : (
          <>
            <TextInput
              size="xs"
              aria-label={t('files.search.by')}
              placeholder={t('files.search.by')}
              value={replacement}
              spellCheck={false}
              onChange={(event) => setReplacement(event.currentTarget.value)}
            />
            <Button size="compact-sm" variant="default" disabled={matches.length === 0} onClick={preview}>
              {t('files.search.preview')}
            </Button>
          </>
        )}
        <Text fz="xs" c="dimmed" role="status">
          {wanted.text === '' ? null : t(isCut ? 'files.search.cut' : 'files.search.count', { count: matches.length })}
        </Text>
      </div>
      <Matches matches={matches} onOpen={onOpen} />
      <Modal opened={changes !== null} onClose={() => setChanges(null)} size="xl" title={t('files.search.confirm')}>
        <Suspense>
          {changes?.map(({ path, content }) => (
            <div key={path} className={classes.change}>
              <Text fz="sm" fw={500}>
                {path}
              </Text>
              <TextDiff path={path} before={files.get(path) ?? ''} after={content ?? ''} />
            </div>
          ))}
        </Suspense>
        <div className={classes.foot}>
          <Button variant="default" onClick={() => setChanges(null)}>
            {t('common.cancel')}
          </Button>
          <Button disabled={changes?.length === 0} onClick={() => void replace()}>
            {t('files.search.replace', { count: changes?.length ?? 0 })}
          </Button>
        </div>
      </Modal>
    </section>
  );
}

interface OptionProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
  readonly children: ReactNode;
}

function Option({ label, isOn, onToggle, children }: OptionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={28}
        variant={isOn ? 'light' : 'subtle'}
        aria-label={label}
        aria-pressed={isOn}
        className={classes.option}
        onClick={() => onToggle(!isOn)}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function Matches({ matches, onOpen }: { readonly matches: readonly Match[] } & Pick<SearchPanelProps, 'onOpen'>) {
  const byPath = Map.groupBy(matches, ({ path }) => path);
  return (
    <div className={classes.results}>
      {[...byPath].map(([path, found]) => (
        <div key={path}>
          <h3 className={classes.file} title={path}>
            {path}
          </h3>
          <ul className={classes.list}>
            {found.map((match) => (
              <li key={`${match.line}:${match.column}`}>
                <UnstyledButton className={classes.match} onClick={() => onOpen(match)}>
                  <span className={classes.line}>{match.line}</span>
                  {match.before}
                  <mark className={classes.mark}>{match.found}</mark>
                  {match.after}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
