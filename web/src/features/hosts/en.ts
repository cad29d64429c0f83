export const texts = {
  anyPictures: 'Pictures and media of all servers',
  anyPicturesWhy: "For apps in which people enter addresses of pictures. The app's code can send data to any server with such an address.",
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
