export const texts = {
  action: {
    add_entity: '<verb>{state, select, done {Added} wanted {Add} other {Adding}}</verb> <name>{what}</name>',
    add_file: '<verb>{state, select, done {Wrote} wanted {Write} other {Writing}}</verb> <name>{what}</name>',
    delete_file: '<verb>{state, select, done {Deleted} wanted {Delete} other {Deleting}}</verb> <name>{what}</name>',
    delete_records:
      '<verb>{state, select, done {Deleted} wanted {Delete} other {Deleting}} rows{hasFile, select, yes { of} other {}}</verb> <name>{what}</name>',
    edit_entity: '<verb>{state, select, done {Changed} wanted {Change} other {Changing}}</verb> <name>{what}</name>',
    edit_file: '<verb>{state, select, done {Edited} wanted {Edit} other {Editing}}</verb> <name>{what}</name>',
    import_entities:
      '<verb>{state, select, done {Imported} wanted {Import} other {Importing}} rows{hasFile, select, yes { into} other {}}</verb> <name>{what}</name>',
    insert_records:
      '<verb>{state, select, done {Added} wanted {Add} other {Adding}} rows{hasFile, select, yes { to} other {}}</verb> <name>{what}</name>',
    other: '<verb>{state, select, done {Done with} wanted {Work on} other {Working on}}</verb> <name>{what}</name>',
    set_permissions:
      '<verb>{state, select, done {Changed} wanted {Change} other {Changing}} access{hasFile, select, yes { to} other {}}</verb> <name>{what}</name>',
  },
  allChanges: 'All Changes',
  assistant: 'Assistant',
  attached: '{count, plural, one {# error attached} other {# errors attached}}',
  changes: '{count, plural, one {# change} other {# changes}}',
  choose: 'Choose above first',
  confirm: {
    accept: 'Confirm',
    ask: 'Please confirm:',
    askOne: 'Please confirm: {what}',
    decline: 'Decline',
    why: 'Your app stays as it is until you choose.',
  },
  copyMessage: 'Copy message',
  cost: '{count} tokens',
  costWithPrice: '{count} tokens, {price}',
  currentVersion: 'Current version',
  earlier: 'Show earlier messages',
  empty: {
    title: 'Start a conversation',
    why: 'Ask for new features or modifications to your app',
  },
  failed: 'Could not load the chat',
  hint: {
    busy: 'Send it when the answer is complete',
    enter: 'Enter to send',
    waiting: 'Sending waits until you choose above',
  },
  latest: 'Latest',
  line: {
    cutOff: 'Cut off',
    done: 'Done',
    failed: 'Failed',
    lines: '{count, plural, one {# line} other {# lines}}',
    notApplied: 'Not applied',
    notYetApplied: 'Not yet applied',
    rows: '{count, plural, one {# row} other {# rows}}',
    starting: 'Starting',
    tooLong: 'Too long output, ask the chat to continue',
  },
  lost: 'Connection lost. Trying again…',
  message: 'Message',
  placeholder: 'Ask for a change',
  rateLimit: 'Rate limit exceeded. Please try again later.',
  reasoning: 'Reasoning',
  send: 'Send',
  sendFailed: 'An error occurred while sending your message.',
  sendOffline: 'Not sent: the server cannot be reached.',
  stop: 'Stop',
  table: '{name} table',
  thinking: 'Thinking',
  title: 'Chat',
  turn: {
    applying: 'Putting your app together',
    continue: "Let's keep going",
    failed: 'Failed, nothing was changed',
    nothingLost: 'Nothing is lost. The assistant continues where it stopped.',
    reading: 'Reading your request',
    retry: 'Start again',
    starting: 'Starting',
    stopped: 'Stopped',
    stoppedWhy: 'Stopped. Your app was not changed.',
    tooLong: 'The output was too long for one iteration',
    waiting: 'Waiting for the language model',
  },
  usage: '{prompt, number} in, {completion, number} out · {model}',
  usageOfVersion: '{prompt, number} in, {completion, number} out · {model} · version {version}',
  viewing: 'Viewing',
  viewVersion: 'View this version',
  you: 'You',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly chat: typeof texts;
  }
}
