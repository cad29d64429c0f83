import type { CSSProperties, ReactNode } from 'react';

// Inline styles: these screens must also work without the app's style sheet.
const screen: CSSProperties = {
  minHeight: '60vh',
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 12,
  padding: 24,
  textAlign: 'center',
  font: '15px/1.5 "Inter Variable", system-ui, sans-serif',
  color: 'CanvasText',
};
const action: CSSProperties = {
  font: 'inherit',
  padding: '8px 16px',
  borderRadius: 8,
  border: '1px solid color-mix(in srgb, CanvasText 20%, transparent)',
  background: 'transparent',
  color: 'inherit',
  cursor: 'pointer',
};

/** Marks what stands in place of a page. */
export const PLACEHOLDER = 'data-sayso-placeholder';

function Screen({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div role="alert" style={screen} {...{ [PLACEHOLDER]: '' }}>
      <strong style={{ fontSize: 20, fontWeight: 600 }}>{title}</strong>
      <span style={{ maxWidth: 480, overflowWrap: 'anywhere', opacity: 0.75 }}>{text}</span>
      {children}
    </div>
  );
}

export function FailedScreen({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Screen title="Something went wrong here" text={message}>
      <button type="button" style={action} onClick={onRetry}>
        Try again
      </button>
    </Screen>
  );
}

export function NoPageScreen({ onHome }: { onHome: (() => void) | null }) {
  return (
    <Screen title="Page not found" text="There is no page at this address.">
      {onHome !== null && (
        <button type="button" style={action} onClick={onHome}>
          Go to the start page
        </button>
      )}
    </Screen>
  );
}

export function EmptyScreen() {
  return <Screen title="No pages yet" text="Ask in the chat for the first one." />;
}

export function ProblemsScreen({ problems }: { problems: readonly { path: string; line: number | null; message: string }[] }) {
  return (
    <Screen title="This version does not compile" text="The last working version comes back when these are fixed.">
      <ul style={{ listStyle: 'none', padding: 0, margin: 0, maxWidth: 560, textAlign: 'left', display: 'grid', gap: 8 }}>
        {problems.slice(0, 8).map((problem) => (
          <li key={`${problem.path}:${problem.line}:${problem.message}`}>
            <code>
              {problem.path}
              {problem.line === null ? '' : `:${problem.line}`}
            </code>
            <div style={{ opacity: 0.75 }}>{problem.message}</div>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
