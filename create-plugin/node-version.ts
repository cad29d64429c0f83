/** The oldest Node that runs these commands; `engines` of the packages state it, too. */
export const OLDEST_NODE = '22.18';

/** Runs a command, or says in one sentence which Node it needs. Nothing that an older Node cannot parse is loaded before. */
export function onSupportedNode(load: () => Promise<unknown>, version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) {
    void load();
    return;
  }
  process.stderr.write(
    `This command needs Node ${OLDEST_NODE} or newer, and this is Node ${version}: install a newer one from nodejs.org.\n`,
  );
  process.exitCode = 1;
}
