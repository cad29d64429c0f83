import { lazy, Suspense } from 'react';
import { Input } from '../../kit/input.tsx';
import { type FieldControlProps, LabelledInput } from './labelled.tsx';
import type { FieldInputProps } from './props.ts';
import { isSimple, SimpleInput } from './simple.tsx';

const FullInput = lazy(async () => ({ default: (await import('./input.tsx')).FieldInput }));

/** As `FieldInput`, for the first screen of a public page: what needs rows of other tables or lists of controls loads when it is drawn. */
export function LightFieldInput(props: FieldInputProps) {
  if (isSimple(props.field)) return <SimpleInput {...props} />;
  return (
    <Suspense fallback={<Input id={props.id} disabled aria-busy />}>
      <FullInput {...props} />
    </Suspense>
  );
}

/** As `FieldControl`, with the light control. */
export function LightFieldControl(props: FieldControlProps) {
  return <LabelledInput {...props} Input={LightFieldInput} />;
}
