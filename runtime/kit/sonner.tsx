import { type CSSProperties, useEffect, useState } from 'react';
import { Toaster as Sonner, type ToasterProps } from 'sonner';

const readTheme = () => (document.documentElement.classList.contains('dark') ? 'dark' : 'light');

/** Theme of the page: whether its root has the class `dark`, whichever code sets it. */
function useDocumentTheme(): 'dark' | 'light' {
  const [theme, setTheme] = useState<'dark' | 'light'>(readTheme);
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(readTheme()));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
    return () => observer.disconnect();
  }, []);
  return theme;
}

export function Toaster(props: ToasterProps) {
  return (
    <Sonner
      theme={useDocumentTheme()}
      className="toaster group"
      style={
        {
          '--normal-bg': 'var(--popover)',
          '--normal-text': 'var(--popover-foreground)',
          '--normal-border': 'var(--border)',
          '--border-radius': 'var(--radius)',
        } as CSSProperties
      }
      {...props}
    />
  );
}

export { toast } from 'sonner';
