#!/bin/sh
# The command `clubscore` inside a container: serve, healthy, or a command of the site.
set -eu
cd /opt/clubscore
case ${1:-serve} in
serve)
    # Nothing is served by a version that the database is not of.
    .venv/bin/python manage.py migrate --no-input --verbosity 0
    exec .venv/bin/gunicorn clubscore.wsgi
    ;;
healthy)
    exec .venv/bin/python -c '
import os, urllib.request as request
port, hosts = os.environ["BIND"].rsplit(":", 1)[1], os.environ["ALLOWED_HOSTS"]
host = hosts.split(",")[0].replace("*", "localhost").lstrip(".")
address = f"http://127.0.0.1:{port}/healthz"
request.urlopen(request.Request(address, headers={"Host": host}), timeout=9)'
    ;;
*)
    exec .venv/bin/python manage.py "$@"
    ;;
esac
