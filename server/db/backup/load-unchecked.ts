import type pg from 'pg'

/**
 * Runs `load` with triggers off, because the rows that they maintain are loaded as well, and with foreign keys checked at
 * the end, so that the order of the rows does not matter.
 */
export async function withoutChecks<T>(client: pg.Client, load: () => Promise<T>): Promise<T> {
  await alterTables(client, 'disable trigger user', 'deferrable initially deferred')
  const loaded = await load()
  await client.query('set constraints all immediate')
  await alterTables(client, 'enable trigger user', 'not deferrable')
  return loaded
}

const alterTables = (client: pg.Client, triggers: string, references: string) =>
  client.query(`do $$ declare found record; begin
    for found in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %s ${triggers}', found.name);
    end loop;
    for found in select conrelid::regclass as name, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype = 'f' loop
      execute format('alter table %s alter constraint %I ${references}', found.name, found.conname);
    end loop;
  end $$`)
