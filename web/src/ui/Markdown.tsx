import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import classes from './Markdown.module.css';

const components: Components = {
  // Headings start below the screen's own h1.
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  a: ({ children, href }) => (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ),
  // Images in a model's text are not loaded: their URLs could leak the conversation.
  img: ({ alt }) => <span>{alt}</span>,
};

/** Markdown of an assistant. HTML in it is shown as text. */
function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={classes.root}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

// Memoised: finished texts are not parsed again while another one streams.
export default memo(Markdown);
