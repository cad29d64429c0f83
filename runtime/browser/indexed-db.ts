// IndexedDB fails on the opaque origin of the preview frame. This implementation of the standard keeps data in memory, as `storage.ts` does;
// frames of apps that do not name it do not load it.
import 'fake-indexeddb/auto';
