import { Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TableSchema } from '../columns.ts';
import type { RuleAddress, RulesOfField } from './api.ts';
import type { RuleLineOptions } from './RuleEditor.tsx';
import { RuleLine } from './RuleLine.tsx';
import classes from './Rules.module.css';
import type { Operation } from './rule.ts';

const OF_FIELDS = ['read', 'create', 'update'] as const;

interface FieldRulesProps {
  readonly rules: Readonly<Record<string, RulesOfField>>;
  readonly schema: TableSchema;
  readonly edited: RuleAddress | null;
  readonly line: (address: RuleAddress) => RuleLineOptions;
  readonly onEdit: (address: RuleAddress) => void;
}

/** The rules of single fields, and a way to add one. */
export function FieldRules({ rules, schema, edited, line, onEdit }: FieldRulesProps) {
  const t = useTranslations('rules');
  const shown = Object.entries(rules).flatMap(([field, { rules: own, isInParts }]) =>
    OF_FIELDS.flatMap((operation) => (own[operation] === undefined ? [] : [{ field, operation, rule: own[operation], isInParts }])),
  );
  const isNew = edited !== null && edited.field !== null && rules[edited.field]?.rules[edited.operation] === undefined;
  const fields = Object.keys(schema.properties ?? {}).filter((name) => rules[name]?.isInParts !== true);
  return (
    <section aria-labelledby="rules-of-fields">
      <Text component="h3" id="rules-of-fields" fz="sm" fw={600} m={0}>
        {t('ofFields')}
      </Text>
      {shown.length === 0 && !isNew ? (
        <Text fz="sm" c="dimmed" mt={4}>
          {t('noFields')}
        </Text>
      ) : null}
      <ul className={classes.list}>
        {shown.map(({ field, operation, rule, isInParts }) => (
          <RuleLine key={`${field} ${operation}`} {...line({ field, operation })} rule={rule} isOwn isInParts={isInParts} />
        ))}
        {isNew ? <RuleLine key="new" {...line(edited)} rule={undefined} isOwn={false} /> : null}
      </ul>
      {isNew || fields.length === 0 ? null : <NewRule fields={fields} onEdit={onEdit} />}
    </section>
  );
}

function NewRule({ fields, onEdit }: { readonly fields: readonly string[]; readonly onEdit: (address: RuleAddress) => void }) {
  const t = useTranslations('rules');
  const [chosen, setChosen] = useState<string | null>(null);
  const [operation, setOperation] = useState<Operation>('read');
  const field = chosen !== null && fields.includes(chosen) ? chosen : (fields[0] ?? '');
  return (
    <fieldset className={classes.add}>
      <legend className={classes.legend}>{t('addField')}</legend>
      <NativeSelect
        size="xs"
        aria-label={t('chooseField')}
        value={field}
        data={[...fields]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        aria-label={t('chooseOperation')}
        value={operation}
        data={OF_FIELDS.map((value) => ({ value, label: t(`may.${value}`) }))}
        onChange={(event) => setOperation(event.currentTarget.value as Operation)}
      />
      <Button size="xs" variant="default" onClick={() => onEdit({ field, operation })}>
        {t('begin')}
      </Button>
    </fieldset>
  );
}
