// Its asynchronous variants load each language by itself, as 300 files: here they are the synchronous ones.
export { default as createElement } from 'react-syntax-highlighter/dist/esm/create-element';
export { default } from 'react-syntax-highlighter/dist/esm/default-highlight';
export { default as Light, default as LightAsync } from 'react-syntax-highlighter/dist/esm/light';
export { default as Prism, default as PrismAsync } from 'react-syntax-highlighter/dist/esm/prism';
export { default as PrismAsyncLight, default as PrismLight } from 'react-syntax-highlighter/dist/esm/prism-light';
