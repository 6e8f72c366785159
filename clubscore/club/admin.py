"""The staff's pages for accounts, clubs and who runs them."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from clubscore.club.login import StaffLoginForm
from clubscore.club.models import Account, Club, Member

admin.site.login_form = StaffLoginForm


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]
    """The clubs that an account belongs to."""

    model = Member
    extra = 0
    autocomplete_fields = ["club"]
    readonly_fields = ["player", "joined_at"]


class MemberInline(admin.TabularInline):  # type: ignore[type-arg]
    """The people of a club."""

    model = Member
    extra = 0
    autocomplete_fields = ["account"]
    readonly_fields = ["player", "joined_at"]


@admin.register(Account)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """Who logs in."""

    inlines = [MembershipInline]


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Clubs, private ones too."""

    list_display = ["name", "slug", "is_public", "made_at"]
    list_filter = ["is_public"]
    search_fields = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}
    readonly_fields = ["made_at"]
    inlines = [MemberInline]

    def has_delete_permission(
        self, request: HttpRequest, obj: Club | None = None
    ) -> bool:
        """Refuse: the database lets no recorded game go."""
        return False


@admin.register(Member)
class MemberAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Who may do what; players are linked in the club's own settings."""

    list_display = ["account", "club", "role", "player", "joined_at"]
    list_filter = ["role"]
    list_select_related = ["account", "club", "player"]
    search_fields = ["account__username", "club__name", "player__name"]
    autocomplete_fields = ["account", "club"]
    readonly_fields = ["player", "joined_at"]
