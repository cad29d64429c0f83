// For tests of other packages: what the service does in processes of its own, at once.
export { applyChanges } from '../codemods/index.ts';
export { listTemplates, readTemplate, sampleRow } from '../templates/index.ts';
