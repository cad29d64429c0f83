# Starts the server and waits for it: supervise.sh <parent> <crashes> [parameters of the server]. `scripts/supervisor.mjs` says why in a shell.
# After a crash it becomes `restart.mjs`, which decides on a restart. The server ends when <parent> does.
parent=$1 crashes=$2
shift 2
server='' signal='' interrupted=''

pass() {
  signal=$1 interrupted=yes
  # The terminal sends Ctrl-C to the server as well.
  if [ "$signal" = INT ] && [ -t 0 ]; then return; fi
  if [ -n "$server" ]; then kill -s "$signal" "$server" 2>/dev/null; fi
}
trap 'pass TERM' TERM
trap 'pass INT' INT

begun=$(date +%s)
# Young generations of at most 4 MB: V8's default of 32 holds 60 MB more. docs/performance.md has the figures.
SAYSO_PARENT=$parent node --max-semi-space-size=4 --import=./scripts/end-with-parent.mjs core/start.mjs "$@" <&0 &
server=$!
# The signal may have arrived before the process was known.
if [ -n "$signal" ]; then pass "$signal"; fi

# A trapped signal ends `wait` early; for a process whose exit code is known already it returns 127.
wait "$server"
code=$?
while [ -n "$interrupted" ]; do
  interrupted=''
  wait "$server"
  next=$?
  if [ $next -ne 127 ]; then code=$next; fi
done

if [ -n "$signal" ]; then exit $code; fi
exec node scripts/restart.mjs "$code" "$(($(date +%s) - begun))" "$parent" "$crashes" "$@"
