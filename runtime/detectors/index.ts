import type { AppIssue, AppSources, Inspection } from '../ref.ts';
import { buttonName, clickTarget, imageAlt, inputLabel } from './accessibility.ts';
import { type Detector, issueOf, type KnownModules, type ParsedApp, parseApp } from './detector.ts';
import { hooksMisuse } from './hooks-misuse.ts';
import { integrationParameters, unknownIntegration, unknownParameter } from './integrations.ts';
import { openPermission } from './open-permission.ts';
import { repairApp } from './repairs.ts';
import { tableSchema } from './table-schema.ts';
import { undefinedName } from './undefined-name.ts';
import { unknownField } from './unknown-field.ts';
import { unknownPage } from './unknown-page.ts';
import { unknownVariant } from './unknown-variant.ts';
import { unreachablePage } from './unreachable-page.ts';

const DETECTORS: readonly Detector[] = [
  undefinedName,
  hooksMisuse,
  unknownPage,
  unknownField,
  unknownIntegration,
  integrationParameters,
  unknownParameter,
  unknownVariant,
  unreachablePage,
  tableSchema,
  openPermission,
  imageAlt,
  buttonName,
  inputLabel,
  clickTarget,
];
/** A hostile file could have a million. */
const MAX_ISSUES = 100;

export const detectorIds: readonly string[] = DETECTORS.map(({ id }) => id);

/** Finds and repairs mistakes that the compiler accepts. `onFile` is called before each file is parsed. */
export function inspectApp(sources: AppSources, known: KnownModules, onFile: (path: string) => void = () => {}): Inspection {
  const app = parseApp(sources, known, onFile);
  if (app === null) return { issues: [], repaired: {}, fixes: {} };
  return { issues: issuesIn(app), ...repairApp(app) };
}

function issuesIn(app: ParsedApp): readonly AppIssue[] {
  const issues: AppIssue[] = [];
  for (const detector of DETECTORS) {
    for (const found of detector.find(app)) {
      if (issues.length === MAX_ISSUES) return issues;
      issues.push(issueOf(detector, found));
    }
  }
  return issues;
}
