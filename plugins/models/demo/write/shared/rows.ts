import { code } from '../../code.ts';

/** `services/useRows`: the rows of one table and what can be done with them. The same in every app. */
export const useRowsFile = code`
  import { useCallback, useEffect, useState } from 'react';
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

    const reload = useCallback(async () => {
      try {
        setRows(await entity.list(sort, 500));
        setStatus('ready');
      } catch (error) {
        setStatus(isDenied(error) ? 'denied' : 'failed');
      }
    }, [entity, sort]);

    useEffect(() => {
      reload();
    }, [reload]);

    /** Adds a row, or changes row. Answers whether it worked. */
    async function save(values, row) {
      const data = cleaned(values, row);
      const before = rows;
      if (row) setRows(rows.map((item) => (item.id === row.id ? { ...item, ...data } : item)));
      try {
        const saved = row ? await entity.update(row.id, data) : await entity.create(data);
        setRows((current) => (row ? current.map((item) => (item.id === row.id ? saved : item)) : [saved, ...current]));
        return true;
      } catch (error) {
        if (row) setRows(before);
        explain(error, 'That could not be saved');
        return false;
      }
    }

    /** Takes a row away, and offers to bring it back. */
    async function remove(row, name) {
      setRows((current) => current.filter((item) => item.id !== row.id));
      try {
        await entity.delete(row.id);
        toast(name + ' deleted', { action: { label: 'Undo', onClick: () => restore(row) } });
      } catch (error) {
        setRows((current) => [row, ...current]);
        explain(error, 'That could not be deleted');
      }
    }

    async function restore({ id, createdAt, updatedAt, creatorId, ...values }) {
      const saved = await entity.create(values);
      setRows((current) => [saved, ...current]);
    }

    return { rows, status, reload, save, remove };
  }
`;
