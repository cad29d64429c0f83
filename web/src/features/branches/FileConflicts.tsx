import { SegmentedControl, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { MergePreviewQuery } from '../../gen/branches.ts';
import type { Side } from '../../lib/rowCopies.ts';
import { DiffView } from '../../ui/DiffView.tsx';
import classes from './MergeDialog.module.css';

type File = MergePreviewQuery['mergePreview']['files'][number];
type Hunk = File['hunks'][number];

/** The side of each hunk of a file, once it is chosen. */
export type HunkSides = readonly (Side | undefined)[];

interface FileConflictsProps {
  readonly files: readonly File[];
  readonly direction: 'merge' | 'update';
  readonly sides: ReadonlyMap<string, HunkSides>;
  readonly onChoose: (path: string, sides: HunkSides) => void;
}

/** Conflicts of files: what both sides made of the same lines, and which ones to keep. */
export function FileConflicts({ files, direction, sides, onChoose }: FileConflictsProps) {
  const t = useTranslations('branches');
  return (
    <section aria-label={t('conflictsTitle')}>
      <Text fz="sm">{t('conflicts')}</Text>
      {files.map((file) => (
        <FileConflict
          key={file.path}
          file={file}
          direction={direction}
          sides={file.hunks.map((_hunk, at) => sides.get(file.path)?.[at])}
          onChoose={(chosen) => onChoose(file.path, chosen)}
        />
      ))}
    </section>
  );
}

interface FileConflictProps extends Pick<FileConflictsProps, 'direction'> {
  readonly file: File;
  readonly sides: HunkSides;
  readonly onChoose: (sides: HunkSides) => void;
}

function FileConflict({ file: { path, hunks }, direction, sides, onChoose }: FileConflictProps) {
  const [first] = sides;
  const choose = (at: number, side: Side) => onChoose(sides.map((before, index) => (index === at ? side : before)));
  return (
    <div className={classes.conflict}>
      <div className={classes.line}>
        <code className={classes.name}>{path}</code>
        {hunks.length === 1 ? null : (
          <SideChoice
            label={path}
            direction={direction}
            side={sides.every((side) => side === first) ? first : undefined}
            onChoose={(side) => onChoose(hunks.map(() => side))}
          />
        )}
      </div>
      {hunks.map((hunk, at) => (
        <HunkView
          key={`${hunk.line}:${hunk.base}`}
          path={path}
          hunk={hunk}
          direction={direction}
          isOnly={hunks.length === 1}
          side={sides[at]}
          onChoose={(side) => choose(at, side)}
        />
      ))}
    </div>
  );
}

interface HunkViewProps extends Pick<FileConflictsProps, 'direction'> {
  readonly path: string;
  readonly hunk: Hunk;
  readonly isOnly: boolean;
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

function HunkView({ path, hunk, direction, isOnly, side, onChoose }: HunkViewProps) {
  const t = useTranslations('branches');
  const { base, line } = hunk;
  const app = direction === 'merge' ? hunk.target : hunk.source;
  const idea = direction === 'merge' ? hunk.source : hunk.target;
  const label = isOnly ? path : t('hunk', { path, line });
  return (
    <div className={classes.hunk}>
      <div className={classes.line}>
        <span className={classes.note}>{t('fromLine', { line })}</span>
        <SideChoice label={label} direction={direction} side={side} onChoose={onChoose} />
      </div>
      <div className={classes.sides}>
        <figure className={classes.side}>
          <figcaption>{t('sides.base')}</figcaption>
          {base === null ? <p className={classes.none}>{t('noFile')}</p> : <pre className={classes.base}>{base}</pre>}
        </figure>
        <SideView path={path} title={t('sides.app')} base={base} text={app} />
        <SideView path={path} title={t('sides.idea')} base={base} text={idea} />
      </div>
    </div>
  );
}

interface SideViewProps {
  readonly path: string;
  readonly title: string;
  readonly base: string | null;
  readonly text: string | null;
}

/** What a side made of the lines. */
function SideView({ path, title, base, text }: SideViewProps) {
  const t = useTranslations('branches');
  const labels = { before: t('sides.base'), after: `${title}: ${path}`, unchanged: t('unchanged') };
  return (
    <figure className={classes.side}>
      <figcaption>{title}</figcaption>
      {text === null ? (
        <p className={classes.none}>{t('noFile')}</p>
      ) : (
        <DiffView path={path} before={base ?? ''} after={text} layout="unified" isPart labels={labels} />
      )}
    </figure>
  );
}

interface SideChoiceProps extends Pick<FileConflictsProps, 'direction'> {
  readonly label: string;
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

/** The app's or the idea's: one is the target of the merge, the other its source. */
function SideChoice({ label, direction, side, onChoose }: SideChoiceProps) {
  const t = useTranslations('branches');
  const [app, idea]: readonly [Side, Side] = direction === 'merge' ? ['target', 'source'] : ['source', 'target'];
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={side ?? ''}
      onChange={(value) => onChoose(value as Side)}
      data={[
        { value: app as string, label: t('keepApp') },
        { value: idea, label: t('keepIdea') },
      ]}
    />
  );
}
