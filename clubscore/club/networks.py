"""The network that a request comes from."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest


def network_of(request: HttpRequest) -> str:
    """
    Return where a request comes from: an address, or of IPv6 the /64 it is in.

    Whoever has one IPv6 address has all of its /64. Behind a proxy it is the last
    address of the list, which the proxy itself wrote; what stands before it anybody
    can claim.
    """
    client = request.META.get("REMOTE_ADDR", "")
    return network_told(client, request.headers.get("X-Forwarded-For", ""))


def network_told(client: str, forwarded: str) -> str:
    """
    Return the network of whoever connects, or whom a proxy speaks for.

    >>> network_told("2001:db8::7", "")
    '2001:db8::/64'
    """
    text = client
    if settings.BEHIND_PROXY:
        text = forwarded.rsplit(",", maxsplit=1)[-1].strip() or text
    try:
        address = ip_address(text)
    except ValueError:  # a socket has none
        return text[:45]
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), 64), strict=False))
