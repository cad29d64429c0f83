import { Component, memo, type ReactNode } from 'react';
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

/** More than 40 levels of quotes and lists, in one line or by indentation: the parser takes seconds for them, or exceeds the call stack. */
const DEEP = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){40}|^[ \t]{80,}(?:[-*+>]|\d{1,9}[.)])/m;
/** Marks of emphasis in one paragraph, for the same reason. */
const MAX_MARKS = 2000;

function isTooDeep(text: string): boolean {
  return DEEP.test(text) || text.split(/\n[ \t]*\n/).some((paragraph) => (paragraph.match(/[*_~]+/g)?.length ?? 0) > MAX_MARKS);
}

/** Markdown of an assistant. HTML in it is shown as text, and so is Markdown that nests too deep. */
function Markdown({ text }: { readonly text: string }) {
  const plain = <p className={classes.plain}>{text}</p>;
  return (
    <div className={classes.root}>
      {isTooDeep(text) ? (
        plain
      ) : (
        <Fallback to={plain}>
          <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
            {text}
          </ReactMarkdown>
        </Fallback>
      )}
    </div>
  );
}

interface FallbackProps {
  readonly to: ReactNode;
  readonly children: ReactNode;
}

/** Shows `to` in place of what cannot be rendered, from then on. */
class Fallback extends Component<FallbackProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.to : this.props.children;
  }
}

// Memoised: finished texts are not parsed again while another one streams.
export default memo(Markdown);
