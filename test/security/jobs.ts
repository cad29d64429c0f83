import type { Deed, JobActor, JobStarter } from '@sayso/core';

type Declared = readonly [startedBy: readonly JobStarter[], does: Deed, actsAs: JobActor];

/** Every job of the bundled plugins: who may start it, the most that it does, and as whom it runs. A new one needs a row. */
export const jobs: Readonly<Record<string, Declared>> = {
  'accounts.deliverMail': [['visitor', 'plugin'], 'spend', 'installation'],
  'accounts.mailReset': [['visitor'], 'spend', 'installation'],
  'accounts.sweepMail': [['schedule'], 'spend', 'installation'],
  'apps.purge': [['schedule'], 'administer', 'installation'],
  'apps.settleFiles': [['plugin'], 'change-app', 'installation'],
  'chat.turn': [['builder'], 'change-app', 'account'],
  'entities.convertRows': [['builder', 'plugin'], 'change-rows', 'installation'],
  'entities.copyRows': [['builder', 'plugin'], 'change-rows', 'installation'],
  'entities.import': [['user'], 'change-rows', 'account'],
  'entities.keepBase': [['builder'], 'change-rows', 'installation'],
  'entities.removeOldImports': [['schedule'], 'change-rows', 'installation'],
  'entities.resumeConversions': [['plugin'], 'change-rows', 'installation'],
  'entities.settleFiles': [['plugin'], 'change-rows', 'installation'],
  'entities.settleRows': [['plugin'], 'change-rows', 'installation'],
  'entities.sweepKept': [['schedule'], 'change-rows', 'installation'],
  'entities.undoImport': [['user'], 'change-rows', 'account'],
  'functions.run': [['plugin', 'visitor'], 'spend', 'app'],
  'functions.startDue': [['schedule'], 'spend', 'installation'],
  'integrations.sweepFiles': [['schedule'], 'change-rows', 'installation'],
  'integrations.webhook': [['visitor', 'builder'], 'spend', 'app'],
  'packages.fetch': [['admin', 'plugin'], 'administer', 'installation'],
};
