export { type FieldRules, fieldRulesOf } from './field-rules.ts';
export { parseRule } from './parse-rule.ts';
export { conditionsOf, OPERATIONS, type Operand, type RowRules, type Rule, type RuleOperation, rule } from './rule.ts';
export { closedParts, rolesIn, ruleOfPermission, rulesOf } from './rules-of.ts';
export { type StatedRule, stateRule } from './state-rule.ts';
export { withoutRules } from './without-rules.ts';
