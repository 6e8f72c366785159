"""The Django app of the staff's pages, with our own admin site."""

from django.contrib.admin.apps import AdminConfig


class StaffPages(AdminConfig):
    """The staff's pages."""

    default_site = "clubscore.club.staff.StaffSite"
