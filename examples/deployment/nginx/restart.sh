#!/bin/sh
# Restarts the processes of the bank one after another: restart.sh 3001 3002
set -eu

if [ $# -lt 2 ]; then
  echo 'Name the ports of all processes, at least two: one of them serves while another restarts.' >&2
  exit 2
fi

servers=${SERVERS:-/etc/nginx/bank-servers.conf}
reload=${RELOAD:-systemctl reload nginx}
restart=${RESTART:-systemctl restart bank@}

# Sends requests to these ports only.
use() {
  for used; do echo "server 127.0.0.1:$used;"; done >"$servers.new"
  mv "$servers.new" "$servers"
  $reload
}

for port; do
  others=
  for other; do
    [ "$other" = "$port" ] || others="$others $other"
  done
  # shellcheck disable=SC2086 # one argument for each port
  use $others
  # Finishes the running calls, and returns when the new process is ready.
  $restart"$port"
done
use "$@"
