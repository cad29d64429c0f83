import { Badge, Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { translator } from '../../../i18n/language.ts';
import { Coded } from './Coded.tsx';
import { formOf, type RuleForm } from './form.ts';
import { RuleEditor, type RuleLineOptions } from './RuleEditor.tsx';
import classes from './Rules.module.css';
import type { Rule } from './rule.ts';
import { sentenceOf, wordsOf } from './words.ts';

interface RuleLineProps extends RuleLineOptions {
  /** Undefined: the field has none. */
  readonly rule: Rule | undefined;
  readonly isOwn: boolean;
  /** Whether the rule stands in parts of a field. */
  readonly isInParts?: boolean;
}

const EMPTY: RuleForm = { match: 'any', conditions: [{ kind: 'signedIn' }] };

/** One rule in words, with its editor. */
export function RuleLine({ rule, isOwn, isInParts = false, ...line }: RuleLineProps) {
  const { address, isEdited, onEdit, onSave } = line;
  const t = useTranslations('rules');
  const tAll = useTranslations('common');
  const button = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    if (wasEdited.current && !isEdited) button.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  const { field, operation } = address;
  const form = rule === undefined ? EMPTY : formOf(rule, operation);
  const words = rule === undefined ? t('noRule') : sentenceOf(wordsOf(rule), translator());
  const title = field === null ? t(`may.${operation}`) : t(`mayField.${operation}`, { field: `\`${field}\`` });
  const begin = () => {
    if (form !== null) return onEdit(address);
    modals.openConfirmModal({
      title: t('replaceTitle'),
      children: t('replaceWhy', { rule: words }),
      labels: { confirm: t('replaceDo'), cancel: tAll('cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => onEdit(address),
    });
  };
  return (
    <li className={classes.line} aria-label={title}>
      <div className={classes.row}>
        <Text fz="sm" fw={500} className={classes.what}>
          <Coded text={title} />
        </Text>
        <div className={classes.says}>
          <Text fz="sm" className={classes.words}>
            <Coded text={words} />
          </Text>
          <Note isOwn={isOwn || field !== null} isEditable={form !== null && !isInParts} why={isInParts ? t('inParts') : null} />
        </div>
        {isEdited || isInParts ? null : (
          <Button
            ref={button}
            size="compact-sm"
            variant="default"
            aria-label={`${t(form === null ? 'replace' : 'change')}: ${title}`}
            onClick={begin}
          >
            {t(form === null ? 'replace' : 'change')}
          </Button>
        )}
      </div>
      {isEdited ? (
        <RuleEditor {...line} initial={form ?? EMPTY} isOwn={isOwn} onCancel={() => onEdit(null)} onSave={onSave} title={title} />
      ) : null}
    </li>
  );
}

interface NoteProps {
  readonly isOwn: boolean;
  readonly isEditable: boolean;
  readonly why: string | null;
}

function Note({ isOwn, isEditable, why }: NoteProps) {
  const t = useTranslations('rules');
  return (
    <>
      {isOwn ? null : (
        <Text fz="xs" c="dimmed">
          {t('fromPermission')}
        </Text>
      )}
      {isEditable ? null : (
        <Badge size="sm" variant="outline" color="gray" tt="none">
          {t('notEditable')}
        </Badge>
      )}
      {why === null ? null : (
        <Text fz="xs" c="dimmed">
          {why}
        </Text>
      )}
    </>
  );
}
