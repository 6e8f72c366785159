"""
How gunicorn serves the site; it finds this file by itself where it is started.

docs/hosting.md says what is measured. `BIND` and `WEB_CONCURRENCY` are settings of an
installation; `--bind` and whatever else on its command line has the last word.
"""

import os
from typing import Any

from clubscore import logs

bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 8
worker_class = "clubscore.worker.PatientWorker"
preload_app = True  # once for all workers
keepalive = 15
worker_connections = 800  # each is a file; of 1024 a process may have, some are others
max_requests = 20_000
max_requests_jitter = 2_000

# The site itself looks at what a proxy says, where BEHIND_PROXY tells it that there is
# one. gunicorn believes nobody: `SCRIPT_NAME: /x` would open what its rules close.
forwarded_allow_ips = ""
forwarder_headers = ""

logconfig_dict = logs.of_gunicorn(os.environ.get("LOG_FORMAT", "text"))


def worker_exit(_server: Any, _worker: Any) -> None:
    """Let no mail server hold a worker that ends: the next one begins after it."""
    from clubscore.club import mail_queue

    mail_queue.close()
