"""The staff's pages for accounts, clubs and who runs them."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.contrib.auth.hashers import make_password
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from clubscore.club import journal
from clubscore.club.initials import withheld_anywhere
from clubscore.club.journal import Deed, names_told
from clubscore.club.models import Account, Club, JournalEntry, Member
from clubscore.club.sessions import second_factor_taken, tell_password


class Journaled(admin.ModelAdmin):  # type: ignore[type-arg]
    """What the staff change stands in the journal too."""

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Write it down in both."""
        _written(request, obj)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Write it down in both."""
        _written(request, obj)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Write it down in both."""
        for one in queryset:
            _written(request, one)
        return super().log_deletions(request, queryset)


def _written(request: HttpRequest, changed: Account | Club | Member) -> None:
    """Tell the journal what the staff changed, and the club that it concerns."""
    club = changed.club if isinstance(changed, Member) else None
    club = changed if isinstance(changed, Club) else club
    journal.write(request, Deed.STAFF_CHANGED, club=club, about=str(changed))


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


class NewAccountForm(AdminUserCreationForm):
    """An account that the staff makes; its password is hashed beforehand."""

    hashed = ""

    class Meta:
        model = Account
        fields = ("username",)

    def set_password_and_save(
        self, user: Account, commit: bool = True, **more: Any
    ) -> Account:
        """Take the hash; Django would make it within its transaction."""
        if not self.cleaned_data["set_usable_password"]:
            user.set_unusable_password()
        else:
            user.password = self.hashed
        if commit:
            user.save()
        return user


@admin.register(Account)
class AccountAdmin(Journaled, UserAdmin):  # type: ignore[type-arg]
    """Who logs in."""

    inlines = [MembershipInline]
    add_form = NewAccountForm
    actions = ["second_factor_remove"]

    @admin.action(
        description=_("Take the second factor away (a lost phone)"),
        permissions=["change"],
    )
    def second_factor_remove(
        self, request: HttpRequest, queryset: QuerySet[Account]
    ) -> None:
        """Let accounts log in with the password alone, until they set another up."""
        for account in queryset:
            second_factor_taken(request, account)
        self.message_user(request, _("The second factor is taken away."))

    def add_view(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        """Hash the password of a new account before the transaction begins."""
        form = NewAccountForm(request.POST or None)
        if self.has_add_permission(request) and form.is_valid():
            hashed = make_password(form.cleaned_data["password1"] or None)
            request.hashed = hashed  # type: ignore[attr-defined]
        return super().add_view(request, *args, **more)

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002 - so it is called there
        form_url: str = "",
    ) -> HttpResponse:
        """Tell whose password was changed."""
        response: HttpResponse = super().user_change_password(request, id, form_url)
        if request.method == "POST" and response.status_code == 302:
            account = Account.objects.get(pk=id)
            account.logins.exclude(session_key=request.session.session_key).delete()
            tell_password(request, account)
        return response

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Account:
        """Give the hash to the form that makes the account."""
        if not change:
            form.hashed = request.hashed  # type: ignore[attr-defined]
        account: Account = super().save_form(request, form, change)
        return account


@admin.register(Club)
class ClubAdmin(Journaled):
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


@admin.register(JournalEntry)
class JournalAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Who did what, in every club and beside them; to be read alone."""

    list_display = ["made_at", "name", "deed", "about", "club", "address"]
    list_filter = ["deed"]
    list_select_related = ["club"]
    search_fields = ["name", "about", "club__name", "club__slug"]
    show_full_result_count = False

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """List initials for names that are withheld since."""
        listed = super().get_changelist_instance(request)
        listed.result_list = names_told(listed.result_list, withheld_anywhere())
        return listed

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> JournalEntry | None:
        """Show initials for names that are withheld since."""
        found = super().get_object(request, object_id, from_field)
        if found is not None:
            names_told([found], withheld_anywhere())
        return found

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: things happen, nobody writes them here."""
        return False

    def has_change_permission(
        self, request: HttpRequest, obj: JournalEntry | None = None
    ) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: JournalEntry | None = None
    ) -> bool:
        """Refuse."""
        return False


@admin.register(Member)
class MemberAdmin(Journaled):
    """Who may do what; players are linked in the club's own settings."""

    list_display = ["account", "club", "role", "player", "joined_at"]
    list_filter = ["role"]
    list_select_related = ["account", "club", "player"]
    search_fields = ["account__username", "club__name", "player__name"]
    autocomplete_fields = ["account", "club"]
    readonly_fields = ["player", "joined_at"]
