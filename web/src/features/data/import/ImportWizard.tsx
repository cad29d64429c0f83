import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { FormError } from '../../../ui/FormError.tsx';
import { ImportStep } from './ImportStep.tsx';
import classes from './ImportWizard.module.css';
import { MapStep } from './MapStep.tsx';
import { ProblemList } from './ProblemList.tsx';
import { UploadStep } from './UploadStep.tsx';
import { type Step, useWizard, type WizardOptions } from './useWizard.ts';

type Wizard = ReturnType<typeof useWizard>;

const STEPS: readonly Step[] = ['upload', 'map', 'import'];
const STEP_TITLES = { upload: 'import.stepUpload', map: 'import.stepMap', import: 'import.stepImport' } as const;

/** Imports a file of rows in three steps: upload, mapping, and the import with corrections before it. */
export default function ImportWizard({ onClose, ...options }: WizardOptions & { readonly onClose: () => void }) {
  const t = useTranslations();
  const wizard = useWizard(options);
  const isImporting = wizard.run.state === 'working' || wizard.run.state === 'undoing';
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('import.title')}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!isImporting}
      withCloseButton={!isImporting}
    >
      <Steps current={wizard.step} />
      <Stack gap={16}>
        <CurrentStep wizard={wizard} />
        <Actions wizard={wizard} onClose={onClose} />
      </Stack>
    </Modal>
  );
}

function Steps({ current }: { readonly current: Step }) {
  const t = useTranslations();
  return (
    <ol className={classes.steps} aria-label={t('import.steps')}>
      {STEPS.map((step) => (
        <li
          key={step}
          className={classes.step}
          aria-current={step === current ? 'step' : undefined}
          data-done={STEPS.indexOf(step) < STEPS.indexOf(current) || undefined}
        >
          {t(STEP_TITLES[step])}
        </li>
      ))}
    </ol>
  );
}

function CurrentStep({ wizard }: { readonly wizard: Wizard }) {
  const { step, file, error, isBusy, run } = wizard;
  // A file is mapped to the fields of the table, which have to be known.
  if (wizard.isLoading) return <Skeleton height={160} />;
  if (step === 'upload' || file === null)
    return <UploadStep error={error} isBusy={isBusy} onFile={(chosen) => void wizard.onFile(chosen)} />;
  if (run.state !== 'idle') return <ImportStep run={run} />;
  const { schema, choices, isMappedByName, offers, newTable, updating, keeping, kept, onChoose } = wizard;
  return (
    <>
      {step === 'map' ? (
        <MapStep {...{ file, schema, choices, isMappedByName, offers, newTable, updating, keeping, kept, onChoose }} />
      ) : (
        <Review wizard={wizard} />
      )}
      <FormError message={error} />
    </>
  );
}

/** What is wrong with the rows, before any is imported. */
function Review({ wizard: { file, checked, onCorrect } }: { readonly wizard: Wizard }) {
  const t = useTranslations();
  if (checked === null || file === null) return null;
  return (
    <>
      <Text fz="sm" role="status">
        {checked.badRows === 0 ? t('import.ready') : t('import.problemsLeft', { count: checked.badRows })}
      </Text>
      {checked.badRows === 0 ? null : <ProblemList problems={checked.problems} headers={file.headers} onCorrect={onCorrect} />}
    </>
  );
}

function Actions({ wizard, onClose }: { readonly wizard: Wizard; readonly onClose: () => void }) {
  const t = useTranslations();
  const { step, setStep, run, file, isBusy } = wizard;
  if (run.state === 'working' || run.state === 'undoing') return null;
  if (run.state !== 'idle') {
    return (
      <Group justify="flex-end" className={classes.actions ?? ''}>
        <Button onClick={onClose}>{t('import.complete')}</Button>
      </Group>
    );
  }
  return (
    <Group justify="flex-end" gap={8} className={classes.actions ?? ''}>
      <Button variant="default" onClick={onClose}>
        {t('import.cancel')}
      </Button>
      {step === 'upload' ? null : (
        <Button variant="default" onClick={() => setStep(step === 'map' ? 'upload' : 'map')}>
          {t('import.back')}
        </Button>
      )}
      {step === 'map' ? (
        <Button disabled={!wizard.canCheck} loading={isBusy} onClick={() => void wizard.onCheck()}>
          {t('import.next')}
        </Button>
      ) : null}
      {step === 'import' ? (
        <Button loading={isBusy} onClick={() => void wizard.onImport()}>
          {t('import.importRows', { count: file?.total ?? 0 })}
        </Button>
      ) : null}
    </Group>
  );
}
