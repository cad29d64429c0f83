import { useEffect, useEffectEvent, useState } from 'react';
import type { TableAddress } from '../rows/api.ts';
import { type Conversion, readConversion } from './columns-api.ts';

const POLL_MS = 400;
/** A version that changes no row has no report. */
const GIVE_UP_MS = 15_000;

/** The conversion of the rows to a version: its progress, then its report; null while neither is known. */
export function useConversion(table: TableAddress, versionId: string | null, onDone: () => void): Conversion | null {
  const [found, setFound] = useState<{ readonly versionId: string; readonly conversion: Conversion } | null>(null);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (versionId === null) return;
    const abort = new AbortController();
    const poll = async (until: number): Promise<void> => {
      const conversion = ofVersion(await readConversion(table, abort.signal), versionId);
      setFound({ versionId, conversion });
      if (conversion.report !== null) return done();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const last = conversion.progress === null ? until : Date.now() + GIVE_UP_MS;
      if (!abort.signal.aborted && Date.now() < last) await poll(last);
    };
    // The notice then shows no report; the rows follow by their stream.
    poll(Date.now() + GIVE_UP_MS).catch(() => undefined);
    return () => abort.abort();
  }, [table, versionId]);
  return found?.versionId === versionId ? found.conversion : null;
}

/** Without the progress and the report of other versions. */
function ofVersion({ progress, report }: Conversion, versionId: string): Conversion {
  return {
    progress: progress?.versionId === versionId ? progress : null,
    report: report?.versionId === versionId ? report : null,
  };
}
