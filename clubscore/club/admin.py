"""The staff's pages for accounts."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from clubscore.club.models import Account

admin.site.register(Account, UserAdmin)
