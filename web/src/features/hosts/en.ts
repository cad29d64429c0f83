export const texts = {
  anyPictures: 'Pictures and media of all servers',
  anyPicturesWhy: "For apps in which people enter addresses of pictures. The app's code can send data to any server with such an address.",
  byKind: {
    allow: {
      scripts: 'Allow code of these {count, number}',
      styles: 'Allow styles of these {count, number}',
      pictures: 'Allow pictures of these {count, number}',
      frames: 'Allow frames of these {count, number}',
      calls: 'Allow calls to these {count, number}',
    },
    allowHost: 'Allow {host}',
    allowOne: 'Allow',
    kinds: {
      scripts: 'Code',
      styles: 'Style sheets and fonts',
      pictures: 'Pictures and media',
      frames: 'Pages in frames',
      calls: 'Calls',
    },
    means: {
      scripts: 'Code of these servers can do all that your app can, with the data of the people who use it.',
      styles: 'How the pages look. These servers learn who opens the app.',
      pictures: 'Pictures, videos and sounds. These servers learn who opens the app, and which page.',
      frames: 'Such as maps and videos. What is in a frame sees nothing of your app, and people may take it for yours.',
      calls: 'Pages send data of your app to these servers, and read theirs.',
    },
    namedIn: 'In {path}',
    title: 'Other servers that its code names',
    why: 'The app loads nothing from them before you allow it, here or later in the panel "Other servers".',
  },
  earlier: 'This app was made by an earlier release: it shows pictures and frames of all servers. Saving the lists below ends that.',
  failed: 'The servers could not be loaded.',
  named: 'Named in the code, not allowed',
  one: 'Enter one name a line, such as api.example.com or *.example.com.',
  save: 'Save',
  saved: 'Saved. The preview loads again.',
  title: 'Other servers',
  why: 'Pages of your app load nothing from other servers before you allow it, in the preview and when it is published.',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly hosts: typeof texts;
  }
}
