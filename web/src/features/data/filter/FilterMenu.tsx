import { ActionIcon, Button, MultiSelect, NativeSelect, Popover, SegmentedControl, TextInput } from '@mantine/core';
import { ListFilter, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Column } from '../columns.ts';
import {
  type Condition,
  conditionOn,
  type FilterGroup,
  MAX_CONDITIONS,
  noConditions,
  type Operator,
  operatorsOf,
  valueKindOf,
} from './conditions.ts';
import classes from './Filter.module.css';

interface FilterMenuProps {
  readonly columns: readonly Column[];
  readonly group: FilterGroup;
  readonly onChange: (group: FilterGroup) => void;
}

/** Edits the conditions that rows must meet. */
export function FilterMenu({ columns, group, onChange }: FilterMenuProps) {
  const t = useTranslations('data.filter');
  const [isOpen, setIsOpen] = useState(false);
  const { match, conditions } = group;
  const [first] = columns;
  const change = (at: number, condition: Condition) => onChange({ match, conditions: conditions.with(at, condition) });
  const add = () => first && onChange({ match, conditions: [...conditions, conditionOn(first)] });
  const toggle = () => {
    if (!isOpen && conditions.length === 0) add();
    setIsOpen(!isOpen);
  };
  const clear = () => {
    onChange(noConditions);
    setIsOpen(false);
  };
  return (
    <Popover position="bottom-start" width="min(560px, 94vw)" trapFocus returnFocus opened={isOpen} onChange={setIsOpen}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<ListFilter size={14} />}
          data-active={conditions.length > 0 || undefined}
          onClick={toggle}
        >
          {conditions.length === 0 ? t('title') : t('count', { count: conditions.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel}>
        {conditions.map((condition, at) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity, and their inputs no state
            key={at}
            columns={columns}
            condition={condition}
            onChange={(changed) => change(at, changed)}
            onRemove={() => onChange({ match, conditions: conditions.toSpliced(at, 1) })}
          />
        ))}
        <div className={classes.foot}>
          <Button size="xs" variant="subtle" leftSection={<Plus size={14} />} disabled={conditions.length >= MAX_CONDITIONS} onClick={add}>
            {t('add')}
          </Button>
          {conditions.length < 2 ? null : (
            <SegmentedControl
              size="xs"
              aria-label={t('match')}
              value={match}
              onChange={(value) => onChange({ match: value as FilterGroup['match'], conditions })}
              data={[
                { value: 'all', label: t('all') },
                { value: 'any', label: t('any') },
              ]}
            />
          )}
          <span className={classes.spacer} />
          {conditions.length === 0 ? null : (
            <Button size="xs" variant="subtle" color="gray" onClick={clear}>
              {t('clear')}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ConditionRowProps {
  readonly columns: readonly Column[];
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}

function ConditionRow({ columns, condition, onChange, onRemove }: ConditionRowProps) {
  const t = useTranslations('data.filter');
  const column = columns.find(({ id }) => id === condition.field);
  if (column === undefined) return null;
  const choose = (field: string) => {
    const next = columns.find(({ id }) => id === field);
    if (next !== undefined) onChange(conditionOn(next));
  };
  return (
    <div className={classes.condition}>
      <NativeSelect
        size="xs"
        aria-label={t('column')}
        value={condition.field}
        onChange={(event) => choose(event.currentTarget.value)}
        data={columns.map(({ id, label }) => ({ value: id, label }))}
      />
      <NativeSelect
        size="xs"
        aria-label={t('operator')}
        value={condition.operator}
        onChange={(event) => onChange({ ...condition, operator: event.currentTarget.value as Operator })}
        data={operatorsOf(column).map((operator) => ({ value: operator, label: t(`operators.${operator}`) }))}
      />
      <ConditionValue column={column} condition={condition} onChange={onChange} />
      <ActionIcon size={30} variant="subtle" color="gray" aria-label={t('remove')} onClick={onRemove}>
        <X size={14} />
      </ActionIcon>
    </div>
  );
}

interface ConditionValueProps {
  readonly column: Column;
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
}

function ConditionValue({ column, condition, onChange }: ConditionValueProps) {
  const t = useTranslations('data.filter');
  const kind = valueKindOf(column, condition.operator);
  if (kind === 'none') return <span className={classes.value} />;
  if (kind === 'options')
    return (
      <MultiSelect
        className={classes.value}
        size="xs"
        aria-label={t('value')}
        comboboxProps={{ withinPortal: false }}
        value={[...condition.options]}
        onChange={(options) => onChange({ ...condition, options })}
        data={column.options.map(String)}
      />
    );
  return (
    <TextInput
      className={classes.value}
      size="xs"
      type={kind === 'day' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      aria-label={t('value')}
      value={condition.text}
      onChange={(event) => onChange({ ...condition, text: event.currentTarget.value })}
    />
  );
}
