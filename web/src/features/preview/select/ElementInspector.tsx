import { ActionIcon, Button, CloseButton, Textarea, TextInput, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, Copy, FileCode, Layers, Maximize2, MousePointerClick, Table2, Trash2, Undo2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ElementEdit, SelectedElementFragment } from '../../../gen/elements.ts';
import { useOpenFile, useOpenRow } from '../../../lib/workspace/hooks.ts';
import classes from './ElementInspector.module.css';
import { StyleFields } from './StyleFields.tsx';
import type { Selection, SelectionState } from './useSelection.ts';

interface ElementInspectorProps {
  readonly state: SelectionState;
  /** Sends the assistant a request about the selected element; false when it cannot take one now. */
  readonly onAsk: (request: string) => boolean;
}

/** What is known of the selected element, edits of it that need no model, and a request about it. */
export function ElementInspector({ state, onAsk }: ElementInspectorProps) {
  const t = useTranslations('preview.select');
  const { selection, error, made, isSaving, isAsked } = state;
  return (
    <aside className={classes.root} aria-label={t('inspector')} aria-busy={isSaving || isAsked}>
      <div className={classes.head}>
        <strong>{selection === null ? t('title') : selection.element.tag}</strong>
        <span className={classes.tools}>
          {made === null ? null : (
            <Tooltip label={t('undo', { title: made.title })}>
              <ActionIcon size={28} aria-label={t('undo', { title: made.title })} onClick={state.undo} disabled={isSaving}>
                <Undo2 size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          <CloseButton size={28} aria-label={t('close')} onClick={() => state.setIsOn(false)} />
        </span>
      </div>
      {error === null ? null : (
        <div className={classes.error} role="alert">
          {error}
        </div>
      )}
      {selection === null ? (
        <div className={classes.hint}>
          <MousePointerClick size={20} aria-hidden />
          <p>{t('hint')}</p>
        </div>
      ) : (
        <Selected key={`${selection.element.path}:${selection.element.line}:${selection.element.column}`} state={state} onAsk={onAsk} />
      )}
    </aside>
  );
}

function Selected({ state, onAsk }: ElementInspectorProps) {
  const t = useTranslations('preview.select');
  const open = useOpenFile();
  const openRow = useOpenRow();
  const { selection, edit } = state;
  if (selection === null) return null;
  const { element, around, count, row } = selection;
  const { path, line, texts, hasComputedText, image, link, classes: names, isRepeated, code } = element;
  return (
    <div className={classes.body} inert={state.isAsked}>
      <div className={classes.place}>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<FileCode size={14} />}
          aria-label={t('openCode', { path, line: String(line) })}
          onClick={() => open({ file: path, line })}
        >
          {t('place', { path, line: String(line) })}
        </Button>
        {around.length === 0 ? null : (
          <Button variant="subtle" size="compact-xs" leftSection={<Maximize2 size={14} />} onClick={state.selectAround}>
            {t('around')}
          </Button>
        )}
      </div>
      <figure className={classes.code} aria-label={t('code')}>
        {code}
      </figure>
      {count > 1 || isRepeated ? (
        <p className={classes.all}>
          <Layers size={14} aria-hidden />
          <span>{count > 1 ? t('repeatedCount', { count }) : t('repeated')}</span>
        </p>
      ) : null}
      {row === null ? null : (
        <Button
          variant="default"
          size="xs"
          className={classes.row}
          leftSection={<Table2 size={14} />}
          onClick={() => openRow(row.table, row.id)}
        >
          {row.id === null ? t('openTable', { table: row.table }) : t('openRow', { table: row.table })}
        </Button>
      )}
      <Request onAsk={onAsk} />
      {texts.map(({ of, value }) => (
        <Field
          key={of}
          label={of === 'children' ? t('text') : t('prop', { name: of })}
          value={value}
          onSave={(text) => edit({ text: { of, text } })}
        />
      ))}
      {hasComputedText ? <p className={classes.note}>{t('computedText')}</p> : null}
      {image === null ? null : <Field label={t('image')} value={image} onSave={(address) => edit({ image: address })} />}
      {link === null ? null : <Field label={t('link')} value={link} onSave={(address) => edit({ link: address })} />}
      <Arrange element={element} count={count} isSaving={state.isSaving} onEdit={edit} />
      {names === null ? (
        <p className={classes.note}>{t('computedClasses')}</p>
      ) : (
        <StyleFields
          names={names}
          isSaving={state.isSaving}
          onStyle={(property, value) => edit({ style: { property, value } })}
          onClasses={(classes) => edit({ classes: [...classes] })}
        />
      )}
    </div>
  );
}

/** Says in words what to change. */
function Request({ onAsk }: Pick<ElementInspectorProps, 'onAsk'>) {
  const t = useTranslations('preview.select');
  const [request, setRequest] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request.trim() !== '' && onAsk(request.trim())) setRequest('');
  };
  return (
    <form onSubmit={submit} className={classes.request}>
      <Textarea
        size="xs"
        label={t('request')}
        placeholder={t('requestHint')}
        autosize
        minRows={2}
        maxRows={6}
        value={request}
        onChange={(event) => setRequest(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      <Button type="submit" size="xs" disabled={request.trim() === ''}>
        {t('send')}
      </Button>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onSave: (value: string) => void;
}

/** Saves on Enter and when the focus leaves; Escape brings the saved text back. */
function Field({ label, value, onSave }: FieldProps) {
  const [text, setText] = useState(value);
  const save = () => {
    if (text.trim() === '') setText(value);
    else if (text !== value) onSave(text);
  };
  return (
    <TextInput
      size="xs"
      label={label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') setText(value);
      }}
    />
  );
}

interface ArrangeProps extends Pick<Selection, 'count'> {
  readonly element: SelectedElementFragment;
  readonly isSaving: boolean;
  readonly onEdit: (edit: ElementEdit) => void;
}

/** Order, copy and removal. */
function Arrange({ element, count, isSaving, onEdit }: ArrangeProps) {
  const t = useTranslations('preview.select');
  const { canMoveBefore, canMoveAfter, canDuplicate, canRemove } = element;
  const actions = [
    { label: t('moveBefore'), icon: ArrowUp, isPossible: canMoveBefore, edit: { move: 'before' } },
    { label: t('moveAfter'), icon: ArrowDown, isPossible: canMoveAfter, edit: { move: 'after' } },
    { label: t('duplicate'), icon: Copy, isPossible: canDuplicate, edit: { duplicate: true } },
    { label: count > 1 ? t('removeAll', { count }) : t('remove'), icon: Trash2, isPossible: canRemove, edit: { remove: true } },
  ] as const;
  return (
    <div className={classes.actions}>
      {actions.map(({ label, icon: Icon, isPossible, edit }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon variant="default" size={32} aria-label={label} disabled={!isPossible || isSaving} onClick={() => onEdit(edit)}>
            <Icon size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
