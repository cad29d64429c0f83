// Pictures are bundled as data URLs.
declare module '*.png' {
  const url: string;
  export default url;
}

// The package ships no types.
declare module 'react-syntax-highlighter/dist/esm/*' {
  const value: unknown;
  export default value;
}
