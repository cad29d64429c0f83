/** Exit code of a crash; 1 means that the start was refused. */
export const CRASHED = 70;

/** Logs unhandled rejections. Exits on an uncaught exception, after which the state is undefined: the supervisor replaces the process. */
export function exitOnCrash(): void {
  process.on('unhandledRejection', (error) => {
    process.stderr.write(`Unhandled rejection: ${error instanceof Error ? error.stack : String(error)}\n`);
  });
  process.on('uncaughtException', (error) => {
    process.stderr.write(`Uncaught exception: ${error.stack ?? String(error)}\n`);
    process.exit(CRASHED);
  });
}
