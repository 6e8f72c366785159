"""
Revisions that the database neither changes nor lets go.

The triggers look at the one row of the maintenance table, which
`clubscore.partie.maintenance` turns on and off inside one transaction.
"""

from django.db import NotSupportedError, migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

SQLITE = {
    "partie_revision_no_update": """
        CREATE TRIGGER partie_revision_no_update BEFORE UPDATE ON partie_revision
        BEGIN
            SELECT RAISE(ABORT, 'a revision is never changed');
        END
    """,
    "partie_revision_no_delete": """
        CREATE TRIGGER partie_revision_no_delete BEFORE DELETE ON partie_revision
        WHEN NOT EXISTS (SELECT 1 FROM partie_maintenance WHERE is_on)
        BEGIN
            SELECT RAISE(ABORT, 'a revision is never deleted');
        END
    """,
}

POSTGRESQL_FUNCTION = """
    CREATE FUNCTION partie_revision_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            RAISE EXCEPTION 'a revision is never changed'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NOT EXISTS (SELECT 1 FROM partie_maintenance WHERE is_on) THEN
            RAISE EXCEPTION 'a revision is never deleted'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF TG_OP = 'DELETE' THEN
            RETURN OLD;
        END IF;
        RETURN NULL;
    END
    $$
"""
POSTGRESQL = {
    "partie_revision_no_change": """
        CREATE TRIGGER partie_revision_no_change BEFORE UPDATE OR DELETE ON partie_revision
        FOR EACH ROW EXECUTE FUNCTION partie_revision_stays()
    """,
    "partie_revision_no_truncate": """
        CREATE TRIGGER partie_revision_no_truncate BEFORE TRUNCATE ON partie_revision
        FOR EACH STATEMENT EXECUTE FUNCTION partie_revision_stays()
    """,
}


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the maintenance row and the database's own triggers."""
    apps.get_model("partie", "Maintenance").objects.create(pk=1)
    if schema_editor.connection.vendor == "sqlite":
        for statement in SQLITE.values():
            schema_editor.execute(statement)
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_FUNCTION)
        for statement in POSTGRESQL.values():
            schema_editor.execute(statement)
    else:
        message = f"No triggers for {schema_editor.connection.vendor}"
        raise NotSupportedError(message)


def drop(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the triggers away again."""
    if schema_editor.connection.vendor == "sqlite":
        for name in SQLITE:
            schema_editor.execute(f"DROP TRIGGER {name}")
    else:
        for name in POSTGRESQL:
            schema_editor.execute(f"DROP TRIGGER {name} ON partie_revision")
        schema_editor.execute("DROP FUNCTION partie_revision_stays()")
    apps.get_model("partie", "Maintenance").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("partie", "0001_initial")]

    operations = [migrations.RunPython(make, drop)]
