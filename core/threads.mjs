// Plain JavaScript like load.mjs, which imports it first: libuv reads the size when it starts its pool of threads. The files of twelve apps can
// sync at a time, so that they share commits of the file system's journal, and four threads remain for everything else.
process.env.UV_THREADPOOL_SIZE ??= '16';
