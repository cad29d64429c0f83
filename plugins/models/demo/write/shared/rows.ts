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
    const latest = useRef({});

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

    const replace = (row) => setRows((current) => current.map((item) => (item.id === row.id ? { ...item, ...row } : item)));

    async function create(values) {
      const saved = await change(() => entity.create(values));
      setRows((current) => [saved, ...current]);
    }

    async function update(row, data) {
      const mine = {};
      latest.current[row.id] = mine;
      replace({ id: row.id, ...data });
      const settle = (result) => latest.current[row.id] === mine && replace(result);
      try {
        settle(await change(() => entity.update(row.id, data)));
      } catch (error) {
        settle(row);
        throw error;
      }
    }

    /** Adds a row, or changes row. Answers whether it worked. */
    async function save(values, row) {
      const data = cleaned(values, row);
      try {
        await (row ? update(row, data) : create(data));
        return true;
      } catch (error) {
        explain(error, 'That could not be saved');
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
        explain(error, 'That could not be deleted');
      }
    }

    async function restore({ id, createdAt, updatedAt, creatorId, ...values }) {
      try {
        await create(values);
      } catch (error) {
        explain(error, 'That could not be brought back');
      }
    }

    return { rows, status, reload, save, remove };
  }
`;
