import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Pill, SegmentedControl, Select, TagsInput } from '@mantine/core';
import { AlignCenter, AlignLeft, AlignRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ElementStyleProperty } from '../../../gen/elements.ts';
import classes from './ElementInspector.module.css';
import { ALIGNMENTS, PALETTE, type SelectProperty, STYLE_CHOICES, THEME_BACKGROUNDS, THEME_COLORS } from './styleOptions.ts';

interface StyleFieldsProps {
  readonly names: readonly string[];
  readonly isSaving: boolean;
  readonly onStyle: (property: ElementStyleProperty, value: string | null) => void;
  readonly onClasses: (names: readonly string[]) => void;
}

const ALIGN_ICONS = { 'text-left': AlignLeft, 'text-center': AlignCenter, 'text-right': AlignRight } as const;

/** Size, colour, spacing and alignment of an element, as its classes. */
export function StyleFields({ names, isSaving, onStyle, onClasses }: StyleFieldsProps) {
  const t = useTranslations('preview.select');
  // A further change of the list starts from the changes that are still being saved.
  const [unsaved, setUnsaved] = useState<readonly string[] | null>(null);
  if (!isSaving && unsaved !== null) setUnsaved(null);
  const properties = Object.keys(STYLE_CHOICES) as SelectProperty[];
  const aligned = ALIGNMENTS.find((one) => names.includes(one)) ?? '';
  return (
    <>
      <div className={classes.pairs}>
        {properties.map((property) => (
          <Select
            key={property}
            size="xs"
            label={t(`style.${property}`)}
            placeholder={t('style.none')}
            data={STYLE_CHOICES[property].map((value) => ({ value, label: value.replace(/^[a-z]+-/, '') }))}
            value={STYLE_CHOICES[property].find((one) => names.includes(one)) ?? null}
            onChange={(value) => onStyle(property, value)}
            clearable
            clearButtonProps={{ className: classes['clear'] ?? '' }}
            comboboxProps={{ withinPortal: true }}
          />
        ))}
      </div>
      <div>
        <div className={classes.label} id="element-align">
          {t('style.align')}
        </div>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-labelledby="element-align"
          value={aligned}
          onChange={(value) => onStyle('align', value)}
          data={ALIGNMENTS.map((value) => {
            const Icon = ALIGN_ICONS[value];
            return {
              value,
              label: (
                <Icon size={14} aria-label={t(`align.${value === 'text-left' ? 'left' : value === 'text-center' ? 'center' : 'right'}`)} />
              ),
            };
          })}
        />
      </div>
      <Swatches label={t('style.color')} prefix="text" theme={THEME_COLORS} names={names} onChoose={(value) => onStyle('color', value)} />
      <Swatches
        label={t('style.background')}
        prefix="bg"
        theme={THEME_BACKGROUNDS}
        names={names}
        onChoose={(value) => onStyle('background', value)}
      />
      <TagsInput
        size="xs"
        classNames={{ inputField: classes.added }}
        label={t('style.classes')}
        description={t('style.classesHint')}
        value={[...(unsaved ?? names)]}
        onChange={(changed) => {
          setUnsaved(changed);
          onClasses(changed);
        }}
        splitChars={[' ']}
        renderPill={({ value = '', onRemove }) => (
          <Pill
            classNames={{ root: classes.name, remove: classes.remove }}
            withRemoveButton
            onRemove={() => onRemove?.()}
            // Backspace reaches the last one alone.
            removeButtonProps={{ tabIndex: 0, 'aria-hidden': false, 'aria-label': t('style.removeClass', { name: value }) }}
          >
            {value}
          </Pill>
        )}
      />
    </>
  );
}

interface SwatchesProps {
  readonly label: string;
  readonly prefix: 'text' | 'bg';
  readonly theme: readonly string[];
  readonly names: readonly string[];
  readonly onChoose: (value: string | null) => void;
}

/** Colours; the chosen one, clicked again, is removed. Those of the theme have its names, since only the app knows how they look. */
function Swatches({ label, prefix, theme, names, onChoose }: SwatchesProps) {
  const button = (name: string, shown?: string) => {
    const value = `${prefix}-${name}`;
    const isChosen = names.includes(value);
    return (
      <button
        key={name}
        type="button"
        className={shown === undefined ? classes.token : classes.swatch}
        style={shown === undefined ? undefined : { background: shown }}
        aria-label={`${label}: ${name}`}
        aria-pressed={isChosen}
        title={name}
        onClick={() => onChoose(isChosen ? null : value)}
      >
        {shown === undefined ? name : null}
      </button>
    );
  };
  return (
    <div>
      <div className={classes.label}>{label}</div>
      <div className={classes.swatches}>{theme.map((name) => button(name))}</div>
      <div className={classes.swatches}>{PALETTE.map(({ name, shown }) => button(name, shown))}</div>
    </div>
  );
}
