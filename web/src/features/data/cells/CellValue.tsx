import { Check, Copy, ImageOff } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '../../../lib/copy.ts';
import { notifyDone, notifyError } from '../../../lib/notify.ts';
import { dateOf, fullTime } from '../../../lib/time.ts';
import type { Column } from '../columns.ts';
import { useTitle } from '../references/useTitle.ts';
import { smallImage } from '../upload/upload-image.ts';
import classes from './CellValue.module.css';
import { optionColor } from './option-color.ts';
import { toText } from './values.ts';

interface CellValueProps {
  readonly column: Column;
  readonly value: unknown;
}

/** Characters of a link that are shown. */
const LINK_LENGTH = 100;

/** A value as its cell shows it. */
export const CellValue = memo(function CellValue({ column, value }: CellValueProps) {
  if (value === null || value === undefined || value === '') return column.type === 'boolean' ? <Box isOn={false} /> : null;
  if (column.reference !== null && typeof value === 'string') return <Reference table={column.reference} id={value} />;
  switch (column.type) {
    case 'boolean':
      return <Box isOn={value === true} />;
    case 'number':
      return <span className={classes.number}>{String(value)}</span>;
    case 'datetime':
      return <span className={classes.text}>{momentText(value, column)}</span>;
    case 'select':
      return <Option label={String(value)} column={column} />;
    case 'multiselect':
      return <Options values={Array.isArray(value) ? value : [value]} column={column} />;
    case 'image':
      return <Picture url={String(value)} />;
    case 'link':
      return <Link url={String(value)} />;
    case 'json':
      return <span className={classes.code}>{toText(value, column)}</span>;
    case 'text':
      return <span className={classes.text}>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>;
  }
});

function momentText(value: unknown, { isDay }: Column): string {
  const text = String(value);
  if (Number.isNaN(Date.parse(text))) return text;
  return isDay || /^\d{4}-\d{2}-\d{2}$/.test(text) ? dateOf(`${text.slice(0, 10)}T00:00`) : fullTime(text);
}

function Box({ isOn }: { readonly isOn: boolean }) {
  return (
    <span className={classes.box} data-on={isOn || undefined}>
      {isOn ? <Check size={12} strokeWidth={3} aria-hidden="true" /> : null}
    </span>
  );
}

export function Option({ label, column }: { readonly label: string; readonly column: Column }) {
  return (
    <span className={classes.option} style={optionColor(label, column.options)}>
      {label}
    </span>
  );
}

/** The referenced row by its title; by its id when it has none or is not there. */
function Reference({ table, id }: { readonly table: string; readonly id: string }) {
  const title = useTitle(table, id);
  if (title === undefined) return null;
  return title === null ? <span className={classes.code}>{id}</span> : <span className={classes.reference}>{title}</span>;
}

/** As many as fit, and how many more there are. */
function Options({ values, column }: { readonly values: readonly unknown[]; readonly column: Column }) {
  const labels = values.map(String);
  const shown = fitting(labels, column);
  const rest = labels.length - shown;
  return (
    <span className={classes.options}>
      {labels.slice(0, shown).map((label) => (
        <Option key={label} label={label} column={column} />
      ))}
      {rest > 0 ? <span className={classes.more}>+{rest}</span> : null}
    </span>
  );
}

/** By the average width of a character: measuring each cell would force a layout while scrolling. */
function fitting(labels: readonly string[], column: Column): number {
  const width = 'width' in column && typeof column.width === 'number' ? column.width : 150;
  let left = width - 16 - 32;
  let count = 0;
  for (const label of labels) {
    left -= label.length * 7 + 20;
    if (left < 0 && count > 0) break;
    count += 1;
  }
  return count;
}

/** A hook of its own is too much for a cell that enters the window by the hundred. */
function BrokenPicture() {
  const t = useTranslations('data');
  return <ImageOff size={16} className={classes.broken} aria-label={t('image.broken')} />;
}

function Picture({ url }: { readonly url: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === url) return <BrokenPicture />;
  return (
    <img
      className={classes.picture}
      src={smallImage(url, 160)}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
    />
  );
}

function Link({ url }: { readonly url: string }) {
  const t = useTranslations('common');
  const copy = async () => ((await copyText(url)) ? notifyDone(t('linkCopied')) : notifyError(t('copyBlocked')));
  const shown = url.length > LINK_LENGTH ? `${url.slice(0, LINK_LENGTH)}…` : url;
  const isSafe = /^(https?:|mailto:|tel:|\/(?!\/))/i.test(url);
  if (!isSafe) return <span className={classes.text}>{shown}</span>;
  return (
    <span className={classes.withCopy}>
      <a className={classes.link} href={url} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
        {shown}
      </a>
      <button
        type="button"
        className={classes.copy}
        tabIndex={-1}
        aria-label={t('copyLink')}
        title={t('copyLink')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => void copy()}
      >
        <Copy size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
