import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import classes from './Markdown.module.css';

const components: Components = {
  // The screen's own heading stands above all of them.
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  a: ({ children, href }) => (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ),
  // Pictures of a model's text are not loaded: their addresses could tell others what was said.
  img: ({ alt }) => <span>{alt}</span>,
};

/** Formatted text of an assistant. HTML in it is shown as text. */
function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={classes.root}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

// Finished texts are not parsed again while another one streams in.
export default memo(Markdown);
