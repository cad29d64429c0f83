import { type Field, type Plan, sentenceCase } from '../../plan.ts';
import { splitList } from '../../words.ts';
import { findPlace, withTable } from '../find.ts';
import { type Change, fieldsOf, listed, unquoted } from '../rule.ts';

interface Place {
  readonly table: { readonly name: string; readonly plural: string };
  readonly field: Field;
}

function withOptions(plan: Plan, { table, field }: Place, options: readonly string[]): Plan {
  return withTable(plan, table.name, (one) => ({
    ...one,
    fields: one.fields.map((own) => (own === field ? { ...own, kind: 'enum' as const, options } : own)),
  }));
}

/** The choice field that has an option, the one that the words name first. */
function fieldWith(plan: Plan, option: string, where: string): Place | undefined {
  const named = where ? findPlace(plan, where.toLowerCase()) : undefined;
  const places = plan.tables.flatMap((table) => table.fields.map((field) => ({ table, field })));
  return [...(named ? [named] : []), ...places].find(({ field }) =>
    field.options.some((one) => one.toLowerCase() === option.toLowerCase()),
  );
}

/** `add "Waiting" to status` */
export function addOption(plan: Plan, text: string, request: string): Change | string | null {
  const [, option = '', rest = ''] =
    /\badd\s+(?:an?\s+|the\s+)?(?:new\s+)?(?:option|choice|value)s?\s+(?:called\s+|named\s+)?["“'‘]?(.+?)["”'’]?\s+(?:to|for)\s+(?:the\s+)?(.+?)(?:\s+(?:field|options|choices))?[.!]?$/i.exec(
      request,
    ) ??
    /\badd\s+["“'‘](.+?)["”'’]\s+(?:to|as an? (?:option|choice) (?:of|for|to|in))\s+(?:the\s+)?(.+?)(?:\s+(?:field|options|choices))?[.!]?$/i.exec(
      request,
    ) ??
    [];
  if (option === '') return null;
  const place = findPlace(plan, rest.toLowerCase());
  if (place?.field.kind !== 'enum') return /option|choice/.test(text) ? `I found no choice “${rest}”. ${fieldsOf(plan)}` : null;
  const added = splitList(option).map((one) => sentenceCase(unquoted(one)));
  return {
    plan: withOptions(plan, place, [...new Set([...place.field.options, ...added])]),
    sentence: `Done: “${place.field.label}” of ${place.table.plural} offers ${listed(added.map((one) => `“${one}”`))}.`,
  };
}

/** `change the status options to Open, Doing and Done`, `status should be Open, Doing or Done` */
export function setOptions(plan: Plan, _text: string, request: string): Change | null {
  const [, what = '', list = ''] =
    /\b(?:change|set|make|update|replace)\s+(?:the\s+)?(.+?)\s+(?:options|choices|values|statuses)\s+(?:to|be|with|into)\s+(.+?)[.!]?$/i.exec(
      request,
    ) ??
    /\b(?:change|set|make|update|replace)\s+(?:the\s+)?(?:options|choices|values)\s+(?:of|for|in)\s+(?:the\s+)?(.+?)\s+(?:to|be|with|into)\s+(.+?)[.!]?$/i.exec(
      request,
    ) ??
    /^(?:the\s+)?(.+?)\s+(?:should|must|can|may)\s+(?:only\s+)?be\s+(?:one of\s+|either\s+)?(.+(?:,|\bor\b|\/).+?)[.!]?$/i.exec(request) ??
    [];
  const place = what ? findPlace(plan, what.toLowerCase()) : undefined;
  if (!place || !['enum', 'text'].includes(place.field.kind)) return null;
  const options = splitList(list.replace(/\s+or\s+|\s*\/\s*/gi, ', ')).map((one) => sentenceCase(unquoted(one)));
  if (options.length < 2 || options.some((option) => option.length > 40)) return null;
  return {
    plan: withOptions(plan, place, [...new Set(options)]),
    sentence: `Done: “${place.field.label}” of ${place.table.plural} offers ${listed(options.map((one) => `“${one}”`))}. Existing rows keep their value until it is changed.`,
  };
}

/** `rename the option "To do" to "Next"` */
export function renameOption(plan: Plan, _text: string, request: string): Change | string | null {
  const [, from = '', where = '', to = ''] =
    /\b(?:rename|change)\s+(?:the\s+)?(?:option|choice|value|status)\s+["“'‘]?(.+?)["”'’]?(?:\s+(?:of|in|for)\s+(.+?))?\s+(?:to|into)\s+["“'‘]?(.+?)["”'’]?[.!]?$/i.exec(
      request,
    ) ?? [];
  if (from === '' || /^options?$/.test(from)) return null;
  const place = fieldWith(plan, from, where);
  if (!place) return null;
  const options = place.field.options.map((one) => (one.toLowerCase() === from.toLowerCase() ? sentenceCase(to) : one));
  return {
    plan: withOptions(plan, place, [...new Set(options)]),
    sentence: `Done: “${place.field.label}” offers “${sentenceCase(to)}” instead of “${from}”. Existing rows keep the old value until it is changed.`,
  };
}

/** `remove the option In progress` */
export function removeOption(plan: Plan, _text: string, request: string): Change | string | null {
  const [, said = '', where = ''] =
    /\b(?:remove|delete|drop)\s+(?:the\s+)?(?:option|choice|value)\s+["“'‘]?(.+?)["”'’]?(?:\s+(?:from|of|in)\s+(?:the\s+)?(.+?))?[.!]?$/i.exec(
      request,
    ) ??
    /\b(?:remove|delete|drop)\s+["“'‘](.+?)["”'’]\s+from\s+(?:the\s+)?(.+?)[.!]?$/i.exec(request) ??
    [];
  const place = said ? fieldWith(plan, said, where) : undefined;
  if (!place) return null;
  const options = place.field.options.filter((one) => one.toLowerCase() !== said.toLowerCase());
  if (options.length === 0) return `“${said}” is the only choice of ${place.field.label.toLowerCase()}, so I left it.`;
  return { plan: withOptions(plan, place, options), sentence: `Done: “${place.field.label}” no longer offers “${said}”.` };
}
