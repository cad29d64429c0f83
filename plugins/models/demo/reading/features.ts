/** What an app can do rather than what it keeps: never a field, never a table. */
const feature =
  'charts?|graphs?|diagrams?|plots?|statistics|stats|analytics|insights|dashboards?|search(?:ing|able)?|search bar|filters?|filtering|sorting|(?:log|sign)[ -]?ins?|sign[ -]?(?:outs?|ups?)|authentication|passwords?|user (?:accounts?|management|roles?)|accounts? for users|(?:dark|light|night|offline) ?mode|themes?|(?:push )?notifications?|reminders?|alerts?|warnings?|calendar(?: view)?|month view|week view|maps?(?: view)?|kanban(?: board)?|board(?: view)?|drag-and-drop(?: board)?|(?:barcode|qr(?: code)?)s?(?: scann(?:ing|er))?|scann(?:ing|er)|exports?|exporting|csv(?: export| import)?|pdf(?: export)?|print(?:ing|out)?|(?:shopping )?carts?|checkout|online payments?|payment processing|standings|leaderboards?|rankings?|league tables?|multi-?language|mobile(?: friendly)?|responsive(?: design)?|design|nice (?:look|ui)|ui|totals?|overviews?|pages?|views?|menus? bar|navigation|chat|admin (?:panel|area)|back ?office|contact (?:form|page)|about (?:me|us|page)|hero|faqs?|opening hours';
const whole = new RegExp(`^(?:[a-z-]+ ){0,3}(?:${feature})$`);
const followed = new RegExp(`^(?:[a-z-]+ ){0,2}(?:${feature}) (?:of|by|per|for|with|in|on|to|when|where|that|which|if|over|about)\\b`);
const figures =
  /^(?:monthly|weekly|yearly|daily|annual|total|overall) (?:revenue|income|turnover|sales|profit|spending|costs?|earnings|sums?|reports?|summary|overview)$/;
/** Called like a feature and yet something that one writes down. */
const kept =
  /\b(?:plan|meal|site|inspection|damage|accident|lab|progress|sales|expense|incident|school|field|shirt|phone|contact) (?:maps?|pages?|views?|designs?)$|\b(?:number of|design name|login name|pages)$|^(?:total|totals)$/;

/** Whether an item of a list says what the app should do. */
export function isFeature(part: string): boolean {
  const text = part.trim().replace(/^(?:a|an|the|some|my|our|nice|simple|good|also) /, '');
  return !kept.test(text) && (whole.test(text) || followed.test(text) || figures.test(text));
}

/** Words that an `and` would tear apart: `drag and drop`, `start and end date`. */
export function joinFeatures(text: string): string {
  return text
    .replace(/\b(start|begin|first|from) (?:and|&) (end|last|until) (dates?|times?)\b/g, '$1 $3, $2 $3')
    .replace(/\bdrag (?:and|&|n) drop\b/g, 'drag-and-drop')
    .replace(/\b(search(?:ing)?) (?:and|&) (filter(?:s|ing)?|sort(?:ing)?)\b/g, '$1, $2')
    .replace(/\b(?:light and dark|dark and light) mode\b/g, 'dark-and-light mode');
}

/** What a request says of a chart, as a follow-up would say it: `a chart of tickets by week`; null when it asks for none. */
export function chartIn(text: string): string | null {
  const [, before = '', of = ''] =
    /\b((?:[a-z-]+ )?)(?:charts?|graphs?|diagrams?)\b((?: (?:of|for|showing|with|about|by|per|over) [^,.;]*)?)/.exec(text) ?? [];
  if (before === '' && of === '' && !/\b(?:charts?|graphs?|diagrams?)\b/.test(text)) return null;
  const every = /\b(dai|week|month|year)ly\b/.exec(before)?.[1];
  const spoken = /\b(?:by|per|each|every) (day|week|month|year|category|status|type|person|client|project|stage|department|source)\b/.exec(
    text,
  )?.[1];
  const asked = of.replace(/ (?:per|each|for each) /, ' by ');
  if (/ (?:by|over) /.test(asked)) return `chart${asked}`;
  return `chart${asked} ${every || spoken ? `by ${every ? 'month' : spoken}` : ''}`.trim();
}
