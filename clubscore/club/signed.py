"""Rows that a link opens: what stands in its address is the row's id, signed."""

from __future__ import annotations

from typing import ClassVar, Self, TypeVar

from django.core import signing
from django.db import models


class SignedRow(models.Model):
    """A row that whoever has its link can open."""

    SALT: ClassVar[str]
    """Keeps a token of one kind of row from opening another kind's."""

    class Meta:
        abstract = True

    @property
    def token(self) -> str:
        """What stands in the link's address, the same as long as the row is there."""
        return signing.Signer(salt=self.SALT).sign(str(self.pk))


_Row = TypeVar("_Row", bound=SignedRow)


class SignedQuerySet(models.QuerySet[_Row]):
    """Rows that links open."""

    def called(self, token: str) -> Self:
        """Return the row that *token* stands for, if it is one of these; else none."""
        try:
            pk = signing.Signer(salt=self.model.SALT).unsign(token)
        except signing.BadSignature:
            return self.none()
        return self.filter(pk=pk)
