export const texts = {
  choose: 'Upload',
  drop: 'Drop or paste an image here',
  failed: 'Failed to upload image. Please try again.',
  notFound: 'File not found',
  notImage: 'Only images can be uploaded here',
  remove: 'Remove image',
  replace: 'Replace',
  tooLarge: 'File size to large',
} as const;

declare module '../../../i18n/texts.ts' {
  interface Texts {
    readonly upload: typeof texts;
  }
}
