import { CheckIcon, ExternalLinkIcon, StarIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../kit/badge.tsx';
import { cn } from '../../kit/cn.ts';
import { type AnyEntity, type Field, formatValue, isEmpty, optionLabel, smallImage } from '../data.ts';
import { ReferenceLabel } from './reference.tsx';

export interface FieldValueProps {
  readonly entity: AnyEntity;
  readonly field: Field;
  readonly value: unknown;
  /** Links inside something that is clicked as a whole would take its clicks. */
  readonly isPlain?: boolean;
}

/** A value as it is read, by what its schema says of it. */
export function FieldValue({ entity, field, value, isPlain = false }: FieldValueProps): ReactNode {
  if (isEmpty(value)) return <span className="text-muted-foreground">–</span>;
  const text = formatValue(field, value);
  switch (field.kind) {
    case 'boolean':
      return value === true ? (
        <CheckIcon className="size-4 text-primary" aria-label="Yes" />
      ) : (
        <span className="text-muted-foreground">No</span>
      );
    case 'enum':
      return <OptionBadge field={field} value={value} />;
    case 'rating':
      return <Stars value={Number(value)} max={field.property.maximum ?? 5} />;
    case 'image':
      return <img src={smallImage(text, 160)} alt="" className="size-9 rounded-md border object-cover" loading="lazy" />;
    case 'color':
      return <span className="inline-block size-4 rounded-full border align-middle" style={{ backgroundColor: text }} title={text} />;
    case 'email':
      return isPlain ? text : <TextLink href={`mailto:${text}`}>{text}</TextLink>;
    case 'phone':
      return isPlain ? text : <TextLink href={`tel:${text.replace(/[^\d+]/g, '')}`}>{text}</TextLink>;
    case 'uri':
      return isPlain || !isWebAddress(text) ? shortAddress(text) : <WebLink href={text} />;
    case 'reference':
      return <ReferenceLabel entity={entity} field={field} id={String(value)} />;
    case 'list':
    case 'choices':
      return (
        <span className="flex flex-wrap gap-1">
          {(Array.isArray(value) ? value : [value]).map((one) => (
            <Badge key={String(one)} variant="secondary">
              {optionLabel(one)}
            </Badge>
          ))}
        </span>
      );
    case 'currency':
    case 'number':
    case 'integer':
    case 'percent':
      return <span className="tabular-nums">{text}</span>;
    default:
      return text;
  }
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="rounded-sm underline decoration-border underline-offset-4 hover:decoration-foreground">
      {children}
    </a>
  );
}

function WebLink({ href }: { href: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 rounded-sm underline decoration-border underline-offset-4 hover:decoration-foreground"
    >
      {shortAddress(href)} <ExternalLinkIcon className="size-3 text-muted-foreground" aria-hidden />
    </a>
  );
}

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text);
const shortAddress = (text: string): string => text.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');

/** What options commonly mean: done is green and lost is red wherever they stand. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^(?:to ?do|new|open|draft|backlog|low|lead|idea|not started|inactive|archived|none)$/, 'var(--muted-foreground)'],
  [
    /^(?:done|paid|won|active|completed?|confirmed|approved|resolved|solved|published|yes|accepted|attending|in stock|delivered|going|shipped)$/,
    'var(--chart-2)',
  ],
  [/^(?:in progress|doing|pending|medium|normal|waiting|partly paid|maybe|sent|on hold|low stock|trial)$/, 'var(--chart-3)'],
  [
    /^(?:high|urgent|overdue|lost|cancell?ed|blocked|rejected|failed|no|not going|declined|no show|out of stock|expired|late)$/,
    'var(--chart-4)',
  ],
];

/** The colour of an option, the same wherever it is drawn. */
export function optionColor(field: Field, value: unknown): string {
  const text = optionLabel(value).toLowerCase();
  const known = MEANINGS.find(([pattern]) => pattern.test(text));
  if (known !== undefined) return known[1];
  const index = field.options.indexOf(String(value));
  return index < 0 ? 'var(--muted-foreground)' : `var(--chart-${[1, 5, 2, 3, 4][index % 5]})`;
}

export function OptionBadge({ field, value }: { field: Field; value: unknown }) {
  return (
    <Badge variant="outline" className="gap-1.5 bg-background font-normal">
      <span className="size-2 shrink-0 rounded-full" style={{ backgroundColor: optionColor(field, value) }} aria-hidden />
      {optionLabel(value)}
    </Badge>
  );
}

export function Stars({ value, max }: { value: number; max: number }) {
  return (
    <span className="inline-flex gap-0.5" role="img" aria-label={`${value} of ${max}`}>
      {Array.from({ length: max }, (_, index) => index + 1).map((star) => (
        <StarIcon key={star} className={cn('size-3.5', star <= value ? 'fill-current text-chart-3' : 'text-muted-foreground/40')} />
      ))}
    </span>
  );
}
