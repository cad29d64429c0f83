import type { Migration } from '@sayso/core';
import type { collections } from './collections.ts';

/** Versions from before the limit on the characters of an app lack the lengths of their files. */
const fileLengths: Migration<typeof collections> = {
  name: 'file-lengths',
  async run({ collections: { versions, contents }, signal }) {
    const without = { files: { $elemMatch: { length: { $exists: false } } } };
    for (const { _id } of await versions.find(without, { projection: { _id: 1 } })) {
      signal.throwIfAborted();
      const { files = [] } = (await versions.findOne({ _id })) ?? {};
      const texts = await contents.find({ _id: { $in: files.map(({ hash }) => hash) } });
      const lengths = new Map(texts.map(({ _id: hash, text }) => [hash, text.length]));
      const measured = files.map((file) => ({ ...file, length: lengths.get(file.hash) ?? 0 }));
      await versions.updateOne({ _id }, { $set: { files: measured } });
    }
  },
};

/** Apps named files by the address of the installation: the job `settleFiles` stores paths, which needs the plugin that stores files. */
const filePaths: Migration<typeof collections> = {
  name: 'file-paths',
  async run({ collections: { apps, unsettled }, signal }) {
    for await (const { _id } of apps.stream({}, { projection: { _id: 1 } })) {
      signal.throwIfAborted();
      await unsettled.updateOne({ _id }, { $set: { _id } }, { upsert: true });
    }
  },
};

export const migrations = [fileLengths, filePaths];
