import { code } from '../../code.ts';

/** `services/useRows`: the rows of one table and what can be done with them. The same in every app. */
export const useRowsFile = code`
  import { useCallback, useEffect, useRef, useState } from 'react';
  import { toast } from 'sonner';
  import { login } from '@/auth';

  function isDenied(error) {
    return [401, 403, 404].includes(error?.status ?? error?.response?.status);
  }

  function explain(error, text) {
    if (isDenied(error)) {
      toast('Log in to save your changes', { action: { label: 'Log in', onClick: () => login() } });
    } else {
      toast.error(text, { description: error?.message });
    }
  }

  // Empty inputs are left out of a new row, and cleared in an old one.
  function cleaned(values, row) {
    const entries = Object.entries(values).map(([key, value]) => [key, value === '' || value === undefined ? null : value]);
    return Object.fromEntries(entries.filter(([key, value]) => value !== null || (row?.[key] ?? null) !== null));
  }

  /** The rows of a table, newest first unless told otherwise. status is loading, ready, denied or failed. */
  export function useRows(entity, sort = '-createdAt') {
    const [rows, setRows] = useState([]);
    const [status, setStatus] = useState('loading');

    // Changes go out one after the other, so that the last one holds.
    const queue = useRef(Promise.resolve());
    const changes = useRef(0);
    const edits = useRef({});

    function change(work) {
      changes.current += 1;
      const done = queue.current.then(work);
      queue.current = done.catch(() => {});
      return done;
    }

    const reload = useCallback(async () => {
      try {
        let before;
        let found;
        // Rows that were read while one was changed may show it as it was: they are read again.
        do {
          await queue.current;
          before = changes.current;
          found = await entity.list(sort, 500);
        } while (before !== changes.current);
        setRows(found);
        setStatus('ready');
      } catch (error) {
        setStatus(isDenied(error) ? 'denied' : 'failed');
      }
    }, [entity, sort]);

    useEffect(() => {
      reload();
    }, [reload]);

    const replace = (id, next) => setRows((current) => current.map((item) => (item.id === id ? next(item) : item)));

    async function create(values) {
      const saved = await change(() => entity.create(values));
      setRows((current) => [saved, ...current]);
    }

    // A row looks changed at once; after its last change it is as the server has it.
    async function update(row, data) {
      const edit = (edits.current[row.id] ??= { row, pending: 0 });
      edit.pending += 1;
      replace(row.id, (item) => ({ ...item, ...data }));
      try {
        edit.row = await change(() => entity.update(row.id, data));
      } finally {
        edit.pending -= 1;
        if (edit.pending === 0) {
          delete edits.current[row.id];
          replace(row.id, () => edit.row);
        }
      }
    }

    /** Adds a row, or changes row. Answers whether it worked. */
    async function save(values, row) {
      const data = cleaned(values, row);
      try {
        await (row ? update(row, data) : create(data));
        return true;
      } catch (error) {
        explain(error, 'Could not save');
        return false;
      }
    }

    /** Takes a row away, and offers to bring it back. */
    async function remove(row, name) {
      setRows((current) => current.filter((item) => item.id !== row.id));
      try {
        await change(() => entity.delete(row.id));
        toast(name + ' deleted', { action: { label: 'Undo', onClick: () => restore(row) } });
      } catch (error) {
        setRows((current) => [row, ...current]);
        explain(error, 'Could not delete');
      }
    }

    async function restore({ id, createdAt, updatedAt, creatorId, ...values }) {
      try {
        await create(values);
      } catch (error) {
        explain(error, 'Could not undo');
      }
    }

    return { rows, status, reload, save, remove };
  }
`;
