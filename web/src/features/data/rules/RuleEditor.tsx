import { Button, SegmentedControl, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { translator } from '../../../i18n/language.ts';
import { FormError } from '../../../ui/FormError.tsx';
import type { TableSchema } from '../columns.ts';
import type { Schemas } from '../references/titles.ts';
import type { RuleAddress } from './api.ts';
import { Coded } from './Coded.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { type Condition, isComplete, MAX_CONDITIONS, type RuleForm, ruleOf } from './form.ts';
import classes from './Rules.module.css';
import type { Rule } from './rule.ts';
import { sentenceOf, wordsOf } from './words.ts';

export interface RuleLineOptions {
  readonly address: RuleAddress;
  readonly schema: TableSchema;
  readonly schemas: Schemas;
  readonly isEdited: boolean;
  readonly onEdit: (address: RuleAddress | null) => void;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onSave: (rule: Rule | null) => Promise<void>;
}

interface RuleEditorProps extends RuleLineOptions {
  readonly title: string;
  readonly initial: RuleForm;
  /** Whether there is a rule that can be removed. */
  readonly isOwn: boolean;
  readonly onCancel: () => void;
}

/** The form of one rule, which says in words what it is becoming. */
export function RuleEditor({ title, initial, isOwn, address, schema, schemas, onCancel, onChanged, onSave }: RuleEditorProps) {
  const t = useTranslations('rules');
  const tAll = useTranslations();
  const [form, setForm] = useState(initial);
  const [saving, setSaving] = useState<'save' | 'reset' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { match, conditions } = form;
  const isWhole = isComplete(form);
  const change = (next: RuleForm) => {
    setForm(next);
    setError(null);
    onChanged(true);
  };
  const setCondition = (at: number, condition: Condition) => change({ match, conditions: conditions.with(at, condition) });
  const save = async (what: 'save' | 'reset', rule: Rule | null) => {
    if (saving !== null) return;
    setSaving(what);
    setError(null);
    try {
      await onSave(rule);
    } catch (refusal) {
      setError(refusal instanceof Error ? refusal.message : tAll('common.unexpected'));
      setSaving(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) void save('save', ruleOf(form, address.operation));
  };
  return (
    <form className={classes.editor} aria-label={title} onSubmit={submit}>
      {conditions.length < 2 ? null : (
        <SegmentedControl
          size="xs"
          className={classes.match}
          aria-label={t('match')}
          value={match}
          onChange={(value) => change({ match: value as RuleForm['match'], conditions })}
          data={[
            { value: 'any', label: t('any') },
            { value: 'all', label: t('all') },
          ]}
        />
      )}
      {conditions.map((condition, at) => (
        <ConditionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity, and their inputs no state
          key={at}
          {...{ condition, schema, schemas, number: at + 1, operation: address.operation }}
          onChange={(next) => setCondition(at, next)}
          onRemove={conditions.length === 1 ? null : () => change({ match, conditions: conditions.toSpliced(at, 1) })}
        />
      ))}
      <div>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<Plus size={14} />}
          disabled={conditions.length >= MAX_CONDITIONS}
          onClick={() => change({ match, conditions: [...conditions, { kind: 'own' }] })}
        >
          {t('add')}
        </Button>
      </div>
      <Text fz="sm" role="status" className={classes.words}>
        {isWhole ? (
          <Coded text={t('result', { rule: sentenceOf(wordsOf(ruleOf(form, address.operation)), translator()) })} />
        ) : (
          t('unfinished')
        )}
      </Text>
      <FormError message={error} />
      <div className={classes.foot}>
        {isOwn ? (
          <Button size="xs" variant="subtle" color="red" loading={saving === 'reset'} onClick={() => void save('reset', null)}>
            {t('reset')}
          </Button>
        ) : null}
        <span className={classes.spacer} />
        <Button size="xs" variant="default" disabled={saving !== null} onClick={onCancel}>
          {tAll('common.cancel')}
        </Button>
        <Button size="xs" type="submit" loading={saving === 'save'} disabled={!isWhole}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
