"""What a client sends that then waits, and would keep a thread busy."""

STALLED = {
    "silent": b"",
    "head": b"GET / HTTP/1.1\r\nHo",
    "body": b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Cookie: csrftoken=abcdefghijklmnopqrstuvwxyzabcdef\r\n"  # so that it is read
    b"Content-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 1000\r\n\r\nname",
    "form": b"POST /groene-hart/settings/import/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Cookie: csrftoken=abcdefghijklmnopqrstuvwxyzabcdef\r\n"  # so that it is read
    b"Content-Type: multipart/form-data; boundary=x\r\n"
    b"Content-Length: 900000\r\n\r\n--x\r\n" + b"a" * 5000,
}
