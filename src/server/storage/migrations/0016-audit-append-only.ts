import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Lines of the audit trail are added, and then stay as they are: anyone who takes over the server cannot take back
 * what it did. Two things are let through. A name makes way for one that says nothing, when a student is deleted; and
 * a line older than 30 days, by the clock of the database, may be deleted, because each line ends at the end of its
 * time.
 */
export const auditAppendOnlyMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create function keep_audit() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          if old.at < now() - interval '30 days' then return old; end if;
        elsif tg_op = 'UPDATE' then
          if new.username like 'deleted:%' and to_jsonb(new) - 'username' = to_jsonb(old) - 'username' then
            return new;
          end if;
        end if;
        raise exception 'lines of the audit trail are added and never changed' using errcode = '42501';
      end $$`.execute(db);
    await sql`create trigger keep_audit before update or delete on audit
      for each row execute function keep_audit()`.execute(db);
    await sql`create trigger keep_audit_whole before truncate on audit
      for each statement execute function keep_audit()`.execute(db);
    // Also where a session says that it replicates.
    await sql`alter table audit enable always trigger keep_audit, enable always trigger keep_audit_whole`.execute(
      db,
    );
  },
};
