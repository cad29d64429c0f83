// For tests of other packages: runs in the test's process what the service runs in compiler processes.
export { applyChanges, sampleRows } from '../codemods/index.ts';
export { connection } from '../sdk/connection.ts';
export { createEntity, type RowEvent } from '../sdk/entity.ts';
export { listTemplates, readTemplate, sampleRow } from '../templates/index.ts';
